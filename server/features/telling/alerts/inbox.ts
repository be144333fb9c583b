import { sql } from 'drizzle-orm'
import { type AlertKind, alertGuides, alertKinds } from '../../../../contract/alerts.ts'
import { toOrderNumber } from '../../../../contract/order-number.ts'
import { inboxSource } from '../../inbox.ts'

type Facts = { kind: AlertKind; message: string; target: string }

/** What these tell has a row of its own. */
const toldElsewhere: ReadonlySet<AlertKind> = new Set<AlertKind>([
  'dispute-inquiry',
  'dispute-open',
  'refund-rejected',
  'refund-failed',
  'delivery-failed',
])
const ofPayouts: ReadonlySet<AlertKind> = new Set<AlertKind>([
  'unknown-transfer',
  'transfer-rejected',
  'transfer-lost',
  'transfer-part-returned',
  'payout-failing',
  'payout-not-stopped',
  'payout-key-missing',
  'balance-too-small',
  'platform-payout-failed',
])

/** Alerts about payouts, which are looked at within three days, and all others, within one. */
export const payoutInbox = alertsOf((kind) => ofPayouts.has(kind), 3)
export const alertInbox = alertsOf((kind) => !ofPayouts.has(kind) && !toldElsewhere.has(kind), 1)

/** The purchase of an alert, if it names one. */
export function purchaseOfAlert({ target, message }: { target: string; message: string }) {
  const number = /purchase[ /](\d+)/i.exec(`${target} ${message}`)?.[1]
  return number ? toOrderNumber(number) : null
}

function alertsOf(isOf: (kind: AlertKind) => boolean, days: number) {
  const kinds = alertKinds.filter(isOf)
  return inboxSource<Facts & { createdAt: string }>({
    open: () => sql`
      select id::text as id, created_at as opened_at, created_at + make_interval(days => ${days}) as due_at,
          jsonb_build_object('kind', kind, 'message', message, 'target', target, 'createdAt', created_at) as facts
        from alerts where resolved_at is null and kind in (${sql.join(
          kinds.map((kind) => sql`${kind}`),
          sql`, `,
        )})`,
    caption: ({ kind, message }) => ({ title: alertGuides[kind].title, about: message }),
    describe: async (_ports, id, { kind, message, target, createdAt }) => {
      const purchase = purchaseOfAlert({ target, message })
      return {
        heading: alertGuides[kind].title,
        facts: [
          { label: 'What happened', text: message, at: null },
          { label: 'Since', text: '', at: new Date(createdAt).toISOString() },
          { label: 'About', text: target, at: null },
        ],
        outcomes: [{ when: 'What to do', text: alertGuides[kind].action }],
        links: purchase === null ? [] : [{ label: 'Open purchase', href: `/admin/purchases/${purchase}` }],
        alertId: Number(id),
      }
    },
  })
}
