import { clsx } from 'clsx'
import type { WebhookDelivery } from '../../../../contract/webhook-deliveries.ts'
import { pluralize } from '../../../ui/format.ts'

type Tone = 'good' | 'waits' | 'bad' | 'off'

const colors: Record<Tone, string> = {
  good: 'bg-brand',
  waits: 'bg-warn',
  bad: 'bg-danger',
  off: 'bg-ink-faint',
}

/** Beside words that say the same. */
export function Dot({ tone }: { tone: Tone }) {
  return <span aria-hidden className={clsx('size-2.5 shrink-0 rounded-full', colors[tone])} />
}

/** What became of a delivery, in a word. */
export function outcomeOf({ state, status }: Pick<WebhookDelivery, 'state' | 'status'>): {
  tone: Tone
  label: string
} {
  if (state === 'waiting') return { tone: 'waits', label: 'Waiting' }
  if (state === 'dropped') return { tone: 'off', label: 'Not sent' }
  return { tone: state === 'sent' ? 'good' : 'bad', label: statusText(status) }
}

export function statusText(status: number | null): string {
  return status === null ? 'No answer' : String(status)
}

/** `in 5 minutes` */
export function untilText(iso: string, now: Date): string {
  const minutes = Math.round((Date.parse(iso) - now.getTime()) / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 90) return `in ${pluralize(minutes, 'minute')}`
  return `in ${pluralize(Math.round(minutes / 60), 'hour')}`
}
