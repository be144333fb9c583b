import { maskEmail } from '../../../../contract/email-address.ts'
import type { InstanceSettings } from '../../../../contract/instance-settings.ts'
import {
  type Currency,
  formatDecimal,
  type MinorUnits,
  minorUnitExponent,
} from '../../../../contract/money.ts'
import { toShownName } from '../../../../contract/names.ts'
import { payoutMethodLabel, statementLineLabels } from '../../../../contract/payout-labels.ts'
import { site } from '../../../../contract/site.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import { formatLongDate } from '../../../../domain/dates.ts'
import { documentNumber, type NumberedDocument } from '../../../../domain/documents.ts'
import { countOf, formatDecimalMoney, withMinusSign } from '../../../../domain/format.ts'
import { paperSizeOf } from '../../../../domain/paper.ts'
import { inWords, placeOf, timeZoneName } from '../../../../domain/release.ts'
import {
  type StatementEntry,
  type StatementOrder,
  type StatementSummary,
  type StatementSums,
  summarizeStatement,
} from '../../../../domain/statement.ts'
import { formatTaxRate } from '../../../../domain/tax.ts'
import type { StatementContent } from '../../../ports/document-renderer.ts'
import type { Ports } from '../../../ports/index.ts'
import { findUserById } from '../../people/accounts/repository.ts'
import { shownDestination } from '../payouts/present.ts'
import type { PayoutRow } from '../payouts/repository.ts'
import { partiesText, readParties, type StatementParties } from './parties.ts'
import type { LineRow } from './repository.ts'
import { getStatementTotals, streamLines } from './statement.ts'

/** Sales in the PDF, the newest; a longer statement refers to the CSV for the others. */
const maxPrintedSales = 2_000

export type PrintedEntry = StatementEntry & { at: Date; title: string }

type Statement = {
  payout: Pick<PayoutRow, 'id' | 'amount' | 'currency' | 'method' | 'createdAt'>
  /** Where it was sent, masked. */
  destination: string
  summary: StatementSummary<PrintedEntry>
  /** The balance before the entries, and what of it was not paid out after them. */
  opening: MinorUnits
  retained: MinorUnits
  creator: { name: string; timeZone: string }
  parties: StatementParties
  look: Pick<InstanceSettings, 'logoKey' | 'sellerCountry'>
  isTest: boolean
}

/** What a statement states, but for its number, which is taken last. */
export async function readStatement(ports: Ports, payout: PayoutRow): Promise<Statement> {
  const { summary, opening, retained } = await summaryOf(ports, payout)
  const creator = await findUserById(ports.db, payout.creatorId)
  return {
    payout,
    destination: shownDestination(payout),
    summary,
    opening,
    retained,
    creator: {
      // An address can be erased, a document can't change.
      name: toShownName(creator?.firstName) ?? maskEmail(creator?.email ?? ''),
      timeZone: creator?.timeZone ?? 'UTC',
    },
    parties: await readParties(ports, payout),
    look: ports.settings.current(),
    isTest: ports.paymentProvider.mode === 'test',
  }
}

async function summaryOf(ports: Ports, payout: PayoutRow) {
  const { range, retainedAmount } = await getStatementTotals(ports, payout)
  const entries: Array<PrintedEntry> = []
  for await (const line of streamLines(ports, range)) entries.push(toEntry(line))
  return { summary: summarizeStatement(entries), opening: range.openingBalance, retained: retainedAmount }
}

/** What a payout is made of, in words: the amounts add up to it. */
export async function payoutSums(ports: Ports, payout: PayoutRow): Promise<Array<SumLine>> {
  const { summary, ...rest } = await summaryOf(ports, payout)
  return sumLines(summary, rest)
}

/** The text of a statement’s PDF: the amount and its sum, then each item, then each sale. All of them add up. */
export function statementText({
  payout,
  number,
  destination,
  summary,
  creator,
  parties,
  look,
  isTest,
  ...rest
}: Statement & { number: NumberedDocument }): StatementContent {
  const { currency, createdAt } = payout
  const { timeZone } = creator
  const listed = summary.orders.slice(-maxPrintedSales).toReversed()
  return {
    paper: paperSizeOf({ country: look.sellerCountry, currency }),
    siteName: site().name,
    logoKey: look.logoKey,
    heading: parties.tax ? 'Self-billed invoice' : 'Payout statement',
    subheading: `${documentNumber(number)} · ${formatLongDate(createdAt, 'short')}`,
    isTest,
    foot: [
      `All amounts in ${currencyName(currency)}`,
      `Times in ${placeOf(timeZone) ?? timeZoneName(timeZone)}`,
    ],
    ...partiesText(parties, payout),
    // Whether it has arrived is not known yet, and is on its page.
    paid: {
      label: `To ${parties.payee?.name ?? creator.name}`,
      amount: formatDecimalMoney(formatDecimal(payout.amount, currency), currency),
      details: `${payoutMethodLabel(payout.method)}: ${destination}. Payout ${payout.id}`,
    },
    sums: sumLines(summary, rest).map(([label, amount]) => [label, plainAmount(amount, currency)]),
    total: ['Paid out', plainAmount(payout.amount, currency)],
    items: itemTable(summary, currency),
    sales: listed.map((order) => saleRow(order, { currency, timeZone })),
    omitted: omittedText(summary.orders.length - listed.length),
  }
}

function toEntry({ type, number, contentId, tax, fee, net, rate, date, title }: LineRow): PrintedEntry {
  return {
    type,
    order: number,
    item: contentId,
    gross: net + fee + tax,
    tax,
    fee,
    net,
    rate,
    at: date,
    title: toSingleLine(title),
  }
}

/** `US dollars`. */
function currencyName(currency: Currency): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'name' })
  return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? currency
}

/** An amount without its currency, which the foot names. */
function plainAmount(amount: MinorUnits, currency: Currency): string {
  const decimals = minorUnitExponent(currency)
  const format = new Intl.NumberFormat(site().locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  // Intl types an exact decimal as a template literal.
  return withMinusSign(format.format(formatDecimal(amount, currency) as Intl.StringNumericLiteral))
}

/** Fees are in basis points, tax rates in millionths. */
const millionthsInBasisPoint = 100

type Rest = { opening: MinorUnits; retained: MinorUnits }
type SumLine = [label: string, amount: MinorUnits]

/** Lines that add up to the amount paid. Those that are 0 are left out, except sales and fee. */
function sumLines(
  { sums, rate }: StatementSummary<PrintedEntry>,
  { opening, retained }: Rest,
): Array<SumLine> {
  const lines: Array<SumLine> = [
    [countOf(sums.saleCount, 'sale'), sums.sold],
    [sums.refundCount > 0 ? countOf(sums.refundCount, 'refund') : 'Refunds', sums.refunded],
    [sums.disputeCount > 0 ? countOf(sums.disputeCount, 'dispute') : 'Disputes', sums.disputed],
    ['Tax', -sums.tax],
    [rate === null ? 'Fee' : `Fee, ${formatTaxRate(rate * millionthsInBasisPoint)}`, -sums.fee],
    ['Returned payouts', sums.returned],
    ['Carried over', opening],
    ['Held back', -retained],
  ]
  return lines.filter(([, amount], index) => index === 0 || amount !== 0)
}

function itemTable(
  { sums, items }: StatementSummary<PrintedEntry>,
  currency: Currency,
): StatementContent['items'] {
  const hasTax = items.some(({ tax }) => tax !== 0)
  const money = (amount: MinorUnits) => (amount === 0 ? '–' : plainAmount(amount, currency))
  const cells = (name: string, row: StatementSums) => [
    name,
    row.saleCount.toLocaleString(site().locale),
    money(row.sold),
    money(row.refunded + row.disputed),
    ...(hasTax ? [money(-row.tax)] : []),
    money(-row.fee),
    plainAmount(row.net, currency),
  ]
  return {
    head: ['Item', 'Sales', 'Gross', 'Refunded', ...(hasTax ? ['Tax'] : []), 'Fee', 'Net'],
    rows: items.map(({ first, ...row }) => cells(first.title, row)),
    // Returned payouts are of no item.
    total: cells('All', { ...sums, net: sums.net - sums.returned }),
  }
}

function saleRow(
  { first, gross, reversed, net }: StatementOrder<PrintedEntry>,
  { currency, timeZone }: { currency: Currency; timeZone: string },
): StatementContent['sales'][number] {
  const money = (amount: MinorUnits) => plainAmount(amount, currency)
  const time = { month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' } as const
  const isSale = first.type === 'sale'
  return {
    date: inWords(first.at, timeZone, time),
    title: first.title || statementLineLabels[first.type],
    order: orderText(
      first,
      isSale ? reversalText({ gross, reversed }, money) : statementLineLabels[first.type],
    ),
    gross: money(isSale || first.type === 'payout_return' ? gross : reversed),
    net: money(net),
    isVoid: isSale && gross + reversed === 0,
  }
}

/** The order, by which an accountant finds its receipt. A buyer's name can be erased. */
function orderText({ type, order }: PrintedEntry, what: string): string {
  if (type === 'payout_return') return `Payout ${order ?? ''}`
  return [String(order ?? ''), what.toLowerCase()].filter(Boolean).join(', ')
}

function reversalText(
  { gross, reversed }: { gross: MinorUnits; reversed: MinorUnits },
  money: (amount: MinorUnits) => string,
): string {
  if (reversed === 0) return ''
  return gross + reversed === 0 ? 'refunded' : `${money(-reversed)} refunded`
}

function omittedText(count: number): string {
  return count > 0 ? `${countOf(count, 'more sale')} before these are in the CSV.` : ''
}
