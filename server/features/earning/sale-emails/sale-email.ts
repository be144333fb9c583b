import type { MinorUnits } from '../../../../contract/money.ts'
import { toShownName } from '../../../../contract/names.ts'
import { site } from '../../../../contract/site.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import { formatLongDate } from '../../../../domain/dates.ts'
import { availableAmount, minPayout, nextCalendarRun } from '../../../../domain/payout.ts'
import { formatMoney } from '../../../../domain/price.ts'
import { heldUntil } from '../../../../domain/release.ts'
import { milestoneOf, salesToPayout } from '../../../../domain/sale-milestones.ts'
import { formatTaxRate } from '../../../../domain/tax.ts'
import type { Ports } from '../../../ports/index.ts'
import type { CheckoutRow } from '../../buying/purchases/checkouts-repository.ts'
import { findPurchase, type PurchaseRow } from '../../buying/purchases/repository.ts'
import { getFunds, holdTimes } from '../../money/payouts/funds.ts'
import { findUserById, type UserRow } from '../../people/accounts/repository.ts'
import { findContentById } from '../../selling/content/repository.ts'
import { type EmailOf, keptFor, transientDays } from '../../telling/deliveries/deliveries.ts'
import type { Email, EmailFooter, EmailRow } from '../../telling/email/email.ts'
import { unsubscribeHeaders } from '../../telling/email/layout.tsx'
import { countSalesUntil } from '../sales/repository.ts'
import { saleEmailsToken } from './choice.ts'

/**
 * A sale, to its creator: what was earned, who paid, their words, and the sum. The first sale and round numbers are a
 * postcard. Undefined when the sale was refunded before it could be told.
 */
export const saleEmail = keptFor(
  transientDays,
  async (ports: Ports, { data }: EmailOf<'sale'>): Promise<Email | undefined> => {
    const bought = await findPurchase(ports.db, data.purchaseId)
    if (!bought || bought.purchase.refundedAmount >= bought.purchase.amount) return undefined
    const { purchase, checkout } = bought
    const creator = await findUserById(ports.db, purchase.creatorId)
    const row = await findContentById(ports.db, purchase.contentId)
    if (!creator || creator.deletedAt || !row) return undefined
    const milestone = milestoneOf(await countSalesUntil(ports.db, purchase))
    const sale = {
      purchase,
      checkout,
      creator,
      title: toSingleLine(row.content.title),
      heldUntil: heldUntil(purchase, row.content, ports.clock.now()),
    }
    return milestone === undefined ? usualEmail(ports, sale) : postcard(ports, sale, milestone)
  },
)

type TitledSale = {
  purchase: PurchaseRow
  checkout: CheckoutRow
  creator: UserRow
  title: string
  /** The release day until which it is on hold. */
  heldUntil: string | null
}

async function usualEmail(ports: Ports, sale: TitledSale): Promise<Email> {
  const { available, nextRun } = await payoutOutlook(ports, sale.creator)
  const balance = `Available balance: ${formatMoney(available, ports.config.currency)}.`
  return {
    ...commonPart(ports, sale),
    subject: paidSentence(sale),
    rows: saleRows(sale),
    smallPrint: [{ text: nextRun ? `${balance} The next payout run is on ${nextRun}.` : balance }],
    footer: eachFooter(ports, sale.creator),
  }
}

async function postcard(ports: Ports, sale: TitledSale, milestone: number): Promise<Email> {
  const { currency, publicUrl } = ports.config
  const common = commonPart(ports, sale)
  const isFirst = milestone === 1
  const label = isFirst ? 'Your first sale' : `Your ${milestone.toLocaleString(site().locale)}th sale`
  const { balance, minimum, nextRun } = await payoutOutlook(ports, sale.creator)
  const left = salesToPayout({ balance, minimum, earned: sale.purchase.netAmount })
  const run = nextRun ? [`The next payout run is on ${nextRun}.`] : []
  const canBePaid = sale.creator.payoutMethod !== null
  return {
    ...common,
    subject: `${label}: ${buyerName(sale)} paid ${formatMoney(sale.purchase.amount, currency)}`,
    amount: { ...common.amount, band: label },
    quotes: common.quotes.map((quote) => ({ ...quote, isLarge: true })),
    progress: {
      share: balance / minimum,
      sentence:
        balance >= minimum
          ? `${formatMoney(balance, currency)} for your next payout.`
          : `${formatMoney(Math.max(0, balance), currency)} of the ${formatMoney(minimum, currency)} for your ${isFirst ? 'first' : 'next'} payout.`,
    },
    closingLines: [[...(left === undefined ? [] : [moreLikeThis(left)]), ...run].join(' ')].filter(Boolean),
    ...(!canBePaid && {
      links: [{ label: 'Choose how you get paid', url: `${publicUrl}/settings/payouts` }],
    }),
    footer: isFirst
      ? {
          reason: 'The first sale always sends an email.',
          links: [{ label: 'Choose which others do', url: choiceUrl(ports, sale.creator) }],
        }
      : eachFooter(ports, sale.creator),
  }
}

function moreLikeThis(count: number): string {
  return count === 1 ? 'One more like this one.' : `${count} more like this one.`
}

function commonPart(ports: Ports, sale: TitledSale) {
  const { purchase, checkout, creator } = sale
  const earned = formatMoney(purchase.netAmount, purchase.currency)
  const words = checkout.supporterMessage
  const saleUrl = `${ports.config.publicUrl}/sales/${purchase.orderNumber}`
  const firstWords = words ? `“${toSingleLine(words)}” ` : ''
  return {
    title: `+ ${earned}`,
    preview: `${firstWords}You earned ${earned}.`,
    headers: unsubscribeHeaders(choiceUrl(ports, creator)),
    amount: { text: `+ ${earned}`, sentence: paidSentence(sale) },
    lines: [],
    quotes: words
      ? [{ text: words, by: `${buyerName(sale)}, ${formatLongDate(purchase.paidAt, 'short')}` }]
      : [],
    button: { label: 'Say thanks', url: `${saleUrl}#thanks` },
    otherButton: { label: 'See the sale', url: saleUrl },
  }
}

export function paidSentence(sale: Pick<TitledSale, 'purchase' | 'checkout' | 'title'>): string {
  const { purchase, title } = sale
  return `${buyerName(sale)} paid ${formatMoney(purchase.amount, purchase.currency)} for ${title}`
}

/** The name that the buyer gave. An address is not a name. */
function buyerName({ checkout }: Pick<TitledSale, 'checkout'>): string {
  return toShownName(checkout.supporterName) ?? 'Someone'
}

/** What was paid, what was taken off, and what is the creator's. */
function saleRows({ purchase, checkout, heldUntil: held }: TitledSale): Array<EmailRow> {
  const { currency } = purchase
  const money = (amount: MinorUnits) => formatMoney(amount, currency)
  const minus = (label: string, amount: MinorUnits) =>
    amount > 0 ? [{ label, value: `− ${money(amount)}` }] : []
  return [
    {
      label: purchase.tipAmount > 0 ? `Paid, ${money(purchase.tipAmount)} of it a tip` : 'Paid',
      value: money(purchase.amount),
    },
    ...minus(taxLabel(purchase), purchase.taxAmount),
    ...minus(`Platform fee, ${checkout.platformFeeBps / 100}%`, purchase.platformFeeAmount),
    { label: held ? `Yours, on hold until ${held}` : 'Yours', value: money(purchase.netAmount) },
  ]
}

function taxLabel({ taxRateMillionths }: PurchaseRow): string {
  return taxRateMillionths ? `Tax, ${formatTaxRate(taxRateMillionths)}` : 'Tax'
}

/** What a creator has, on hold or not, what of it can be paid now, the least that is paid, and the day of the next run; none where payouts have no day. */
async function payoutOutlook(
  { db, config, settings, clock }: Ports,
  { id }: UserRow,
): Promise<{ balance: MinorUnits; available: MinorUnits; minimum: MinorUnits; nextRun: string | undefined }> {
  const { minPayout: setting, payoutDay } = settings.current()
  const funds = await getFunds(db, id, holdTimes({ settings, clock }))
  return {
    balance: funds.balance,
    available: availableAmount(funds),
    minimum: minPayout(config.currency, setting),
    nextRun: payoutDay > 0 ? formatLongDate(nextCalendarRun(payoutDay, clock.now()), 'short') : undefined,
  }
}

export function choiceUrl(ports: Pick<Ports, 'config' | 'secret'>, { id }: Pick<UserRow, 'id'>): string {
  return `${ports.config.publicUrl}/sale-emails/${saleEmailsToken(ports, id)}`
}

function eachFooter(ports: Ports, creator: UserRow): EmailFooter {
  return {
    reason: 'One email for each sale.',
    links: [{ label: 'Once a day instead, or none', url: choiceUrl(ports, creator) }],
  }
}
