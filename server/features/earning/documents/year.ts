import type { CreatorYear } from '../../../../contract/creator-documents.ts'
import { type Currency, formatDecimal } from '../../../../contract/money.ts'
import { toShownName } from '../../../../contract/names.ts'
import { site } from '../../../../contract/site.ts'
import { dayIn, formatLongDate } from '../../../../domain/dates.ts'
import { formatDecimalMoney } from '../../../../domain/format.ts'
import { earningKinds } from '../../../../domain/ledger.ts'
import { paperSizeOf } from '../../../../domain/paper.ts'
import { periodIn } from '../../../../domain/period.ts'
import { readImageOf } from '../../../http/images.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { ReceiptContent } from '../../../ports/document-renderer.ts'
import type { Ports } from '../../../ports/index.ts'
import { sellerOf } from '../../money/documents/numbers.ts'
import { findUserById } from '../../people/accounts/repository.ts'
import { type KindSum, sumAccount } from './repository.ts'

/** A year on the site's clock. */
export function yearRange({ settings }: Ports, year: number) {
  return periodIn({ year }, settings.current().timeZone)
}

export function currentYear({ clock, settings }: Ports): number {
  return Number(dayIn(clock.now(), settings.current().timeZone).slice(0, 4))
}

/** What a creator sold, gave and got in a year, from the ledger. */
export async function sumYear(ports: Ports, creatorId: string, year: number): Promise<CreatorYear> {
  return presentYear(await sumAccount(ports.db, creatorId, yearRange(ports, year)), ports.config.currency)
}

function presentYear(sums: ReadonlyArray<KindSum>, currency: Currency): CreatorYear {
  const earning = sums.filter(({ kind }) => earningKinds.some((each) => each === kind))
  const payouts = sums.filter(({ kind }) => kind === 'payout' || kind === 'payout_return')
  const sales = earning.filter(({ kind }) => kind === 'sale')
  const total = (rows: ReadonlyArray<KindSum>, of: (sum: KindSum) => number) =>
    rows.reduce((sum, row) => sum + of(row), 0)
  const gross = ({ net, fee, tax }: KindSum) => net + fee + tax
  const money = (amount: number) => formatDecimal(amount, currency)
  const count = (kind: string) =>
    total(
      sums.filter((each) => each.kind === kind),
      (each) => each.count,
    )
  return {
    saleCount: count('sale'),
    sold: money(total(sales, gross)),
    returned: money(total(earning, gross) - total(sales, gross)),
    tax: money(total(earning, ({ tax }) => tax)),
    fee: money(total(earning, ({ fee }) => fee)),
    earned: money(total(earning, ({ net }) => net)),
    payoutCount: count('payout') - count('payout_return'),
    paidOut: money(0 - total(payouts, ({ net }) => net)),
  }
}

const renderLimit = { max: 30, windowMs: 10 * 60_000 }

/** The sums of a year on one page. No document of the books: a running year grows. */
export async function renderYear(ports: Ports, viewer: Viewer, year: number): Promise<Buffer> {
  return ports.documents.receiptPdf(await yearContent(ports, viewer, year), {
    owner: viewer.id,
    readImage: readImageOf(ports),
    beforeRender: () => enforceRateLimits(ports, [{ key: `year-pdf/${viewer.id}`, ...renderLimit }]),
  })
}

async function yearContent(ports: Ports, viewer: Viewer, year: number): Promise<ReceiptContent> {
  const { config, settings, clock } = ports
  const { currency } = config
  const { logoKey, sellerCountry } = settings.current()
  const sums = await sumYear(ports, viewer.id, year)
  const creator = await findUserById(ports.db, viewer.id)
  const seller = sellerOf(ports)
  const money = (amount: string) => formatDecimalMoney(amount, currency)
  const isRunning = year === currentYear(ports)
  return {
    fileName: yearFileName(year),
    paper: paperSizeOf({ country: sellerCountry, currency }),
    siteName: site().name,
    logoKey,
    heading: `Your year ${year}`,
    subheading: isRunning ? `So far, ${formatLongDate(clock.now(), 'short')}` : 'January to December',
    isTest: ports.paymentProvider.mode === 'test',
    foot: ['From the ledger', ''],
    ticket: undefined,
    parties: [
      { label: 'For', lines: [toShownName(creator?.firstName) ?? creator?.email ?? ''] },
      {
        label: 'Paid by',
        lines: [seller.name || site().name, ...seller.address.split(/\r?\n/)].filter(Boolean),
      },
    ],
    facts: [],
    lines: yearLines(sums, money),
    total: ['Earned', money(sums.earned)],
    guarantee: '',
    closing: [
      payoutsText(sums, money),
      'Refunds and disputes count in the year in which they were booked. This page is no invoice.',
    ],
  }
}

function payoutsText({ payoutCount, paidOut }: CreatorYear, money: (amount: string) => string): string {
  if (payoutCount === 0) return 'No payouts in this year. A year’s earnings may be paid out in the next one.'
  const payouts = payoutCount === 1 ? 'payout' : 'payouts'
  return `${payoutCount} ${payouts} of ${money(paidOut)} in this year, each with a statement. A year’s earnings may be paid out in the next one.`
}

/** Lines that add up to what was earned. */
function yearLines({ saleCount, sold, returned, tax, fee }: CreatorYear, money: (amount: string) => string) {
  const isNothing = (amount: string) => Number(amount) === 0
  const negative = (amount: string) => (amount.startsWith('-') ? amount.slice(1) : `-${amount}`)
  return [
    { label: `${saleCount} ${saleCount === 1 ? 'sale' : 'sales'}`, value: money(sold), isTitle: true },
    ...(isNothing(returned) ? [] : [{ label: 'Refunds and disputes', value: money(returned) }]),
    ...(isNothing(tax) ? [] : [{ label: 'Tax that we pay', value: money(negative(tax)) }]),
    { label: 'Our fee', value: isNothing(fee) ? money(fee) : money(negative(fee)) },
  ]
}

export function yearFileName(year: number): string {
  return `year-${year}.pdf`
}
