import {
  type DisputeAction,
  type SandboxPayment,
  type SandboxWebhookDelivery,
  sandboxCards,
} from '../../../../contract/sandbox.ts'
import { site } from '../../../../contract/site.ts'

type Tone = 'brand' | 'plain' | 'warn' | 'danger'
type BadgeContent = { text: string; tone: Tone }

/** A time with seconds, in UTC: `Mar 1, 2026, 12:00:05 PM`. */
export function formatTimestamp(iso: string): string {
  return new Intl.DateTimeFormat(site().locale, {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    second: '2-digit',
    timeZone: 'UTC',
  }).format(new Date(iso))
}

const stateBadges: Record<SandboxPayment['state'], BadgeContent> = {
  open: { text: 'Not paid', tone: 'plain' },
  action_required: { text: 'Waiting for bank', tone: 'warn' },
  processing: { text: 'Processing', tone: 'warn' },
  paid: { text: 'Paid', tone: 'brand' },
  canceled: { text: 'Canceled', tone: 'plain' },
  unknown: { text: 'Unknown', tone: 'danger' },
}

const disputeBadges: Record<NonNullable<SandboxPayment['dispute']>, BadgeContent> = {
  inquiry: { text: 'Inquiry', tone: 'warn' },
  open: { text: 'Disputed', tone: 'danger' },
  won: { text: 'Dispute won', tone: 'brand' },
  lost: { text: 'Dispute lost', tone: 'danger' },
}

export function statusBadges({
  state,
  dispute,
  refunds,
  refundableAmount,
}: SandboxPayment): Array<BadgeContent> {
  const hasRefund = refunds.some((refund) => refund.state === 'succeeded')
  const hasFailedRefund = refunds.some((refund) => refund.state === 'failed')
  const isFullyRefunded =
    refundableAmount === null && (dispute === null || dispute === 'won' || dispute === 'inquiry')
  return [
    stateBadges[state],
    ...(dispute ? [disputeBadges[dispute]] : []),
    ...(hasRefund
      ? [{ text: isFullyRefunded ? 'Refunded' : 'Partially refunded', tone: 'warn' as const }]
      : []),
    ...(hasFailedRefund ? [{ text: 'Refund failed', tone: 'danger' as const }] : []),
  ]
}

export const disputeMoveLabels: Record<DisputeAction, string> = {
  open_inquiry: 'Open inquiry',
  open: 'Open dispute',
  win: 'Seller wins',
  lose: 'Buyer wins',
}

/** The printed number of the test card; undefined when none was used. */
export function cardNumber(card: string | null): string | undefined {
  const number = Object.entries(sandboxCards).find(([, name]) => name === card)?.[0]
  return number?.replace(/(\d{4})(?=\d)/g, '$1 ')
}

export function isWaiting({ attempts, deliveredAt, nextAttemptAt }: SandboxWebhookDelivery): boolean {
  return attempts === 0 && deliveredAt === null && nextAttemptAt !== null
}

export function deliveryBadge({
  deliveredAt,
  nextAttemptAt,
  lastResponse,
  attempts,
}: SandboxWebhookDelivery): BadgeContent {
  if (lastResponse === 'dropped') return { text: 'Dropped', tone: 'warn' }
  if (deliveredAt) return { text: `Delivered · ${lastResponse}`, tone: 'brand' }
  if (!nextAttemptAt) return { text: `Given up · ${lastResponse}`, tone: 'danger' }
  return attempts === 0
    ? { text: 'Waiting', tone: 'plain' }
    : { text: `Failed · ${lastResponse}`, tone: 'warn' }
}
