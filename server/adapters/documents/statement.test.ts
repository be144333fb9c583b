import { expect, test } from 'vitest'
import { type Currency, parseDecimal } from '../../../contract/money.ts'
import { summarizeStatement } from '../../../domain/statement.ts'
import { textOfPdf } from '../../../tests/support/pdf-text.ts'
import { type PrintedEntry, statementText } from '../../features/money/statements/printed.ts'
import { drawStatement } from './statement.ts'

const sale: PrintedEntry = {
  type: 'sale',
  order: 1,
  item: 1,
  gross: 1_000,
  tax: 0,
  fee: 200,
  net: 800,
  rate: 2_000,
  at: new Date('2026-03-01T12:00:00.000Z'),
  title: 'Dusk',
}

const noSeller = { name: '', address: '', country: '', registration: '', vatId: '', email: '' }

/** The entry that takes back a part of another one, as large as its gross amount says. */
function refundOf(entry: PrintedEntry, gross: number, fee: number, tax = 0): PrintedEntry {
  return { ...entry, type: 'refund', gross: -gross, tax: -tax, fee: -fee, net: -(gross - tax - fee) }
}

type Options = { currency: Currency; amount: string; opening?: number; retained?: number }

async function printedText(entries: Array<PrintedEntry>, { currency, amount, ...rest }: Options) {
  const content = statementText({
    payout: {
      id: 3,
      amount: parseDecimal(amount, currency) ?? 0,
      currency,
      method: 'paypal',
      createdAt: new Date('2026-03-31T12:00:00.000Z'),
    },
    number: { series: 'self_billing', year: 2026, number: 7 },
    destination: 'm•••@example.com',
    summary: summarizeStatement(entries),
    opening: rest.opening ?? 0,
    retained: rest.retained ?? 0,
    creator: { name: 'Mara Vitale', timeZone: 'Europe/Rome' },
    parties: { payer: noSeller, payee: undefined, tax: undefined },
    look: { logoKey: null, sellerCountry: '' },
    isTest: true,
  })
  const pdf = await drawStatement({ ...content, logo: undefined })
  const [, pageCount = '1'] = / of (\d+) ?$/.exec(await textOfPdf(pdf)) ?? []
  const pageNumbers = Array.from({ length: Number(pageCount) }, (_, index) => index + 1)
  const read = pageNumbers.filter((page) => page <= 3 || page === pageNumbers.length)
  const pages = await Promise.all(read.map((page) => textOfPdf(pdf, page)))
  return { pages, pageCount: pageNumbers.length, content }
}

/** A printed amount in minor units. */
function toMinorUnits(text: string): number {
  if (text === '–') return 0
  return Number(text.replace('\u2212', '-').replace(/[,.]/g, ''))
}

const amountPattern = '[\u2212]?[\\d,]+(?:\\.\\d+)?|–'

/** The amounts that follow a label, each in minor units. */
function amountsAfter(text: string, label: string, count: number): Array<number> {
  const pattern = new RegExp(`${label} ((?:(?:${amountPattern}) ){${count}})`)
  const [, found = ''] = pattern.exec(text) ?? []
  return found.trim().split(' ').map(toMinorUnits)
}

const sumOf = (amounts: Array<number>) => amounts.reduce((sum, amount) => sum + amount, 0)

/** Ten sales of each of three items, one of them refunded in full and one in part, and a refund of an earlier sale. */
function monthOfSales(unit: number, taxRate: number): Array<PrintedEntry> {
  const entries: Array<PrintedEntry> = []
  for (const [index, title] of ['Alpha', 'Beta', 'Gamma'].entries())
    for (let day = 0; day < 10; day++) {
      const gross = unit * (3 + day + index)
      const tax = Math.round(gross * taxRate)
      const fee = Math.floor((gross - tax) * 0.2)
      const order = index * 10 + day + 1
      entries.push({ ...sale, order, item: index, title, gross, tax, fee, net: gross - tax - fee })
    }
  const [first = sale, second = sale] = entries
  const partFee = Math.floor(unit * 0.2)
  return [
    ...entries,
    refundOf(first, first.gross, first.fee, first.tax),
    refundOf(second, unit, partFee),
    refundOf({ ...sale, order: 99, item: 1, title: 'Beta' }, unit, partFee),
  ]
}

test.each([
  ['USD', 101, 0],
  ['EUR', 117, 0.16],
  ['JPY', 103, 0.1],
  ['BHD', 1_007, 0],
] as const)(
  'a statement in %s adds up on paper: in total, by item and by sale',
  async (currency, unit, taxRate) => {
    const entries = monthOfSales(unit, taxRate)
    const net = sumOf(entries.map((entry) => entry.net))
    const [opening, retained] = [unit * 2, unit]
    const decimals = { USD: 2, EUR: 2, JPY: 0, BHD: 3 }[currency]
    const amount = ((net + opening - retained) / 10 ** decimals).toFixed(decimals)

    const { pages } = await printedText(entries, { currency, amount, opening, retained })

    const [firstPage = ''] = pages
    const all = pages.join('')
    const columns = taxRate === 0 ? 5 : 6
    const band = [
      '30 sales',
      '3 refunds',
      ...(taxRate === 0 ? [] : ['Tax']),
      'Fee, 20%',
      'Carried over',
      'Held back',
    ]
    const paidOut = sumOf(amountsAfter(firstPage, 'Paid out', 1))
    expect(sumOf(band.flatMap((label) => amountsAfter(firstPage, label, 1)))).toBe(paidOut)
    expect(paidOut).toBe(net + opening - retained)
    const items = ['Alpha', 'Beta', 'Gamma'].map((title) => amountsAfter(firstPage, title, columns))
    const total = amountsAfter(firstPage, 'All', columns)
    for (const [, ...amounts] of items) expect(sumOf(amounts.slice(0, -1))).toBe(amounts.at(-1))
    expect(total).toEqual(total.map((_, index) => sumOf(items.map((item) => item[index] ?? 0))))
    expect(total.at(-1)).toBe(net)
    const netOf = (title: string) => {
      const row = new RegExp(`[AP]M ${title} [^:]*? (?:${amountPattern}) (${amountPattern})(?= )`, 'g')
      return sumOf([...all.matchAll(row)].map(([, text = '']) => toMinorUnits(text)))
    }
    expect(['Alpha', 'Beta', 'Gamma'].map(netOf)).toEqual(items.map((item) => item.at(-1)))
  },
)

test('a refunded sale is struck through, and one refunded in part says how much', async () => {
  const later = { ...sale, order: 2 }

  const { content } = await printedText([sale, later, refundOf(sale, 1_000, 200), refundOf(later, 250, 50)], {
    currency: 'USD',
    amount: '6.00',
  })

  expect(content.sales).toMatchObject([
    { order: '2, 2.50 refunded', gross: '10.00', net: '6.00', isVoid: false },
    { order: '1, refunded', gross: '10.00', net: '0.00', isVoid: true },
  ])
})

test('the first page has the total, the titles in every script, and where the other sales are', async () => {
  const titles = ['Ночь', '夜の散歩', 'Žluťoučký kůň', ...Array<string>(2_002).fill('Harbour loops')]
  const entries = titles.map((title, index) => ({ ...sale, order: index, item: Math.min(index, 3), title }))

  const { pages, pageCount, content } = await printedText(entries, { currency: 'USD', amount: '16040.00' })

  const [first = ''] = pages
  expect(first).toContain('Payout statement TEST. No money moved. S-2026-000007')
  expect(first).toContain('Paid out 16,040.00')
  for (const title of titles.slice(0, 3)) expect(first).toContain(`${title} 1 10.00 – −2.00 8.00`)
  expect(first).toMatch(
    new RegExp(`19\\d\\d more on pages 2 to ${pageCount} All amounts in US dollars Times in Rome`),
  )
  expect(content.sales).toHaveLength(2_000)
  expect(pages.at(-1)).toContain('5 more sales before these are in the CSV.')
})
