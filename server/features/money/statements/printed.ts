import type { InstanceSettings } from '../../../../contract/instance-settings.ts'
import {
  type Currency,
  formatDecimal,
  type MinorUnits,
  minorUnitExponent,
} from '../../../../contract/money.ts'
import { toShownName } from '../../../../contract/names.ts'
import { payoutMethodLabel, statementLineLabels } from '../../../../contract/payout-labels.ts'
import type { Payout } from '../../../../contract/payouts.ts'
import { site } from '../../../../contract/site.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import { formatLongDate } from '../../../../domain/dates.ts'
import { formatDecimalMoney, withMinusSign } from '../../../../domain/format.ts'
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
import { presentPayout } from '../payouts/present.ts'
import type { PayoutRow } from '../payouts/repository.ts'
import type { LineRow } from './repository.ts'
import { getStatementTotals, streamLines } from './statement.ts'

/** Sales in the PDF, the newest; a longer statement refers to the CSV for the others. */
const maxPrintedSales = 2_000

export type PrintedEntry = StatementEntry & { at: Date; title: string; who: string }

type Printed = {
  payout: Payout
  summary: StatementSummary<PrintedEntry>
  /** The balance before the entries, and what of it was not paid out after them. */
  opening: MinorUnits
  retained: MinorUnits
  creator: { name: string; timeZone: string }
  look: Pick<InstanceSettings, 'logoKey' | 'sellerCountry'>
  isTest: boolean
}

/** The text of a statement’s PDF: the amount and its sum, then each item, then each sale. All of them add up. */
export async function printedStatement(ports: Ports, payout: PayoutRow): Promise<StatementContent> {
  const { summary, opening, retained } = await summaryOf(ports, payout)
  const creator = await findUserById(ports.db, payout.creatorId)
  return statementText({
    payout: presentPayout(payout),
    summary,
    opening,
    retained,
    creator: {
      name: creator?.firstName ?? creator?.email ?? '',
      timeZone: creator?.timeZone ?? 'UTC',
    },
    look: ports.settings.current(),
    isTest: ports.paymentProvider.mode === 'test',
  })
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

export function statementText({
  payout,
  summary,
  creator,
  look,
  isTest,
  ...rest
}: Printed): StatementContent {
  const { currency, createdAt } = payout
  const { timeZone } = creator
  const listed = summary.orders.slice(-maxPrintedSales).toReversed()
  return {
    paper: paperSizeOf({ country: look.sellerCountry, currency }),
    siteName: site().name,
    logoKey: look.logoKey,
    heading: 'Payout statement',
    subheading: `Payout ${payout.id} · ${formatLongDate(new Date(createdAt), 'short')}`,
    isTest,
    foot: [
      `All amounts in ${currencyName(currency)}`,
      `Times in ${placeOf(timeZone) ?? timeZoneName(timeZone)}`,
    ],
    paid: paidTexts(payout, creator.name),
    sums: sumLines(summary, rest).map(([label, amount]) => [label, plainAmount(amount, currency)]),
    total: ['Paid out', plainDecimal(payout.amount, currency)],
    items: itemTable(summary, currency),
    sales: listed.map((order) => saleRow(order, { currency, timeZone })),
    omitted: omittedText(summary.orders.length - listed.length),
  }
}

function toEntry({ type, number, contentId, tax, fee, net, rate, date, title, supporterName }: LineRow) {
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
    who: toShownName(supporterName) ?? 'Someone',
  }
}

/** `US dollars`. */
function currencyName(currency: Currency): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'name' })
  return format.formatToParts(2).find(({ type }) => type === 'currency')?.value ?? currency
}

/** An amount without its currency, which the foot names. */
function plainAmount(amount: MinorUnits, currency: Currency): string {
  return plainDecimal(formatDecimal(amount, currency), currency)
}

function plainDecimal(amount: string, currency: Currency): string {
  const decimals = minorUnitExponent(currency)
  const format = new Intl.NumberFormat(site().locale, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  // Intl types an exact decimal as a template literal.
  return withMinusSign(format.format(amount as Intl.StringNumericLiteral))
}

function paidTexts(payout: Payout, name: string): StatementContent['paid'] {
  const { state, amount, currency, payoutMethod, payoutEmail, reference, returnedAt, paidAt, createdAt } =
    payout
  const labels: Record<Payout['state'], string> = {
    processing: `On its way to ${name}`,
    paid: `Paid to ${name}`,
    returned: `Returned, not paid to ${name}`,
    failed: `Failed, not paid to ${name}`,
  }
  const details = [
    `On ${formatLongDate(new Date(paidAt ?? createdAt), 'short')}`,
    `${payoutMethodLabel(payoutMethod)}: ${payoutEmail}`,
    reference && `Reference ${reference}`,
    returnedAt && `Returned on ${formatLongDate(new Date(returnedAt), 'short')}`,
  ]
  return {
    label: labels[state],
    amount: formatDecimalMoney(amount, currency),
    details: details.filter(Boolean).join('. '),
  }
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

function countOf(count: number, noun: string): string {
  return `${count.toLocaleString(site().locale)} ${noun}${count === 1 ? '' : 's'}`
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
    who: whoText(first, isSale ? reversalText({ gross, reversed }, money) : statementLineLabels[first.type]),
    gross: money(isSale || first.type === 'payout_return' ? gross : reversed),
    net: money(net),
    isVoid: isSale && gross + reversed === 0,
  }
}

function whoText({ type, order, who }: PrintedEntry, what: string): string {
  if (type === 'payout_return') return `Payout ${order ?? ''}`
  return what === '' ? who : `${who}, ${what.toLowerCase()}`
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
