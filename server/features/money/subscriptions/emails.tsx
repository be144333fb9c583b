import { afterTax } from '../../../../contract/site.ts'
import { formatLongDate } from '../../../../domain/dates.ts'
import { formatMoney } from '../../../../domain/price.ts'
import { findRow } from '../../../db/rows.ts'
import { invoiceReversals, invoices, subscriptions } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import type { EmailOf, EmailRenderers } from '../../telling/deliveries/deliveries.ts'
import type { Email } from '../../telling/email/email.ts'

/** One for each refund of a payment of Pro: ours, or one made at the card provider. */
async function refundedEmail(
  { config, db }: Ports,
  { data }: EmailOf<'subscription_refunded'>,
): Promise<Email | undefined> {
  const reversal = await findRow(db, invoiceReversals, { id: data.reversalId })
  const invoice = reversal && (await findRow(db, invoices, { id: reversal.invoiceId }))
  const subscription = invoice && (await findRow(db, subscriptions, { id: invoice.subscriptionId }))
  if (!subscription) return undefined
  const refunded = formatMoney(reversal.amount, invoice.currency)
  const isEnded = subscription.endReason !== null
  return {
    title: 'Your Pro payment was refunded',
    lines: [
      `We refunded ${refunded} of what you paid on ${formatLongDate(invoice.paidAt)}. It usually takes 5 to 10 days until it’s back on your card.`,
      isEnded
        ? 'Pro has ended. Your items stay published, and the Creator Plan fee applies to new sales only.'
        : 'Your Pro plan continues.',
    ],
    button: { label: 'See your plan', url: `${config.publicUrl}/settings/plan` },
    footer: 'creator',
  }
}

export const subscriptionEmails = {
  subscription_started: subscriptionEmail,
  subscription_payment_failed: subscriptionEmail,
  subscription_confirmation_needed: subscriptionEmail,
  subscription_payment_recovered: subscriptionEmail,
  subscription_ended: subscriptionEmail,
  subscription_refunded: refundedEmail,
} satisfies Partial<EmailRenderers>

type Kind =
  | 'subscription_started'
  | 'subscription_payment_failed'
  | 'subscription_confirmation_needed'
  | 'subscription_payment_recovered'
  | 'subscription_ended'

async function subscriptionEmail(
  { config, db }: Ports,
  { kind, data }: EmailOf<Kind>,
): Promise<Email | undefined> {
  const row = await findRow(db, subscriptions, { id: data.subscriptionId })
  if (!row) return undefined
  const price =
    row.monthlyPrice === null
      ? 'its price'
      : formatMoney(row.monthlyPrice, row.priceCurrency ?? config.currency)
  const until = (date: Date | null) => (date ? ` until ${formatLongDate(date)}` : '')
  const textByKind: Record<Kind, Email> = {
    subscription_started: {
      title: 'Welcome to Pro',
      lines: [
        `From now on, you keep 100% of every sale${afterTax()}. We take no fee.`,
        `Pro renews each month for ${price}. You can cancel anytime and keep Pro until the end of the billing period.`,
      ],
    },
    subscription_payment_failed: {
      title: 'Your Pro payment didn’t go through',
      lines: [
        `The card provider couldn’t collect ${price} for this month. It will try again over the next few days.`,
        `You keep Pro${until(row.gracePeriodEndsAt)}, and nothing you’ve published changes.`,
      ],
      ...(row.paymentUrl && {
        button: { label: 'Pay with another card', url: new URL(row.paymentUrl, config.publicUrl).href },
      }),
    },
    subscription_confirmation_needed: {
      title: 'Confirm your Pro payment',
      lines: [
        `Your bank wants you to confirm this month’s payment of ${price}.`,
        `You keep Pro${until(row.gracePeriodEndsAt)}, and nothing you’ve published changes.`,
      ],
      ...(row.confirmationUrl && {
        button: { label: 'Confirm payment', url: new URL(row.confirmationUrl, config.publicUrl).href },
      }),
    },
    subscription_payment_recovered: {
      title: 'Your Pro payment went through',
      lines: ['You’re all set. Your Pro plan continues.'],
    },
    subscription_ended: {
      title: 'Pro has ended',
      lines: [
        ...(row.endReason === 'disputed'
          ? ['Your bank took a payment for Pro back, because it was disputed, so Pro has ended.']
          : []),
        'Your items stay published. The Creator Plan fee applies to new sales only.',
        'You can come back to Pro anytime.',
      ],
    },
  }
  const button = { label: 'See your plan', url: `${config.publicUrl}/settings/plan` }
  return { button, ...textByKind[kind], footer: 'creator' }
}
