import { createHmac } from 'node:crypto'
import { alertGuides } from '../../../../contract/alerts.ts'
import { site } from '../../../../contract/site.ts'
import { utcDay } from '../../../../domain/dates.ts'
import { findRow } from '../../../db/rows.ts'
import { alerts } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { sendEmail } from '../deliveries/deliveries.ts'
import type { DeliveryRow } from '../deliveries/repository.ts'
import { countOpenAlerts } from './repository.ts'
import { notificationRecipients } from './service.ts'

const timeoutMs = 10_000

/**
 * Posts an alert to ALERT_WEBHOOK_URL, signed as Standard Webhooks describe (standardwebhooks.com). Throws when the
 * receiver does not answer with 2xx, so that the sender tries again. The id stays the same, so a receiver can recognize
 * one that arrives twice.
 */
export async function postAlert(
  { config, db, clock }: Ports,
  { kind: event, data: sent }: Pick<DeliveryRow, 'kind' | 'data'>,
): Promise<'sent' | 'dropped'> {
  const { alertId, at } = sent as { alertId: number; at: string }
  const alert = await findRow(db, alerts, { id: alertId })
  if (!config.alertWebhook || !alert) return 'dropped'
  const { title, action } = alertGuides[alert.kind]
  const data = { ...alert, title, action, url: `${config.publicUrl}/admin/inbox` }
  await postToAlertWebhook(config.alertWebhook, { event, at, alert: data, now: clock.now() })
  return 'sent'
}

/** What a message says of an alert. */
export type PostedAlert = {
  id: number
  kind: string
  target: string
  title: string
  message: string
  action: string
  createdAt: Date
  /** Of the page with the alerts. */
  url: string
}

type Post = { event: string; at: string; alert: PostedAlert; now: Date }

/** Posts one message about an alert. Returns the status of the answer. Throws unless it is 2xx. */
export async function postToAlertWebhook(
  webhook: { url: string; secret: string },
  { event, at, alert, now }: Post,
): Promise<number> {
  const body = JSON.stringify({
    type: event,
    timestamp: at,
    data: {
      id: alert.id,
      kind: alert.kind,
      target: alert.target,
      title: alert.title,
      message: alert.message,
      action: alert.action,
      since: alert.createdAt.toISOString(),
      resolvedAt: event === 'alert.resolved' ? at : null,
      site: site().name,
      url: alert.url,
    },
  })
  const id = `alert-${alert.id}-${event.split('.').at(-1)}-${Date.parse(at)}`
  const timestamp = Math.floor(now.getTime() / 1_000)
  const response = await fetch(webhook.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook(webhook.secret, { id, timestamp, body }),
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The alert webhook answered ${response.status}`)
  return response.status
}

/** Standard Webhooks write the bytes of a key as `whsec_` and base64. Any other secret is its own bytes. */
function keyOf(secret: string): Buffer {
  const prefix = 'whsec_'
  return secret.startsWith(prefix)
    ? Buffer.from(secret.slice(prefix.length), 'base64')
    : Buffer.from(secret, 'utf8')
}

/** The header `webhook-signature` of Standard Webhooks. `timestamp` is in seconds. */
export function signWebhook(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  return `v1,${createHmac('sha256', keyOf(secret)).update(`${id}.${timestamp}.${body}`).digest('base64')}`
}

/** The hour of the day in UTC from which the digest is sent. */
const digestHour = 7

/** Emails the open alerts once a day: once to each address, from any process. */
export async function enqueueAlertDigests(ports: Ports): Promise<void> {
  const { db, clock } = ports
  const day = utcDay(new Date(clock.now().getTime() - digestHour * 3_600_000))
  if (lastDayDone.get(ports) === day) return
  if ((await countOpenAlerts(db)) > 0)
    await db.transaction(async (tx) => {
      for (const recipient of notificationRecipients(ports))
        await sendEmail(tx, ports, {
          kind: 'alert_digest',
          dedupeKey: `${day}/${recipient}`,
          to: recipient,
          data: {},
        })
    })
  lastDayDone.set(ports, day)
}

/** Spares the query for the rest of the day. Alerts that are raised later are emailed by themselves. */
const lastDayDone = new WeakMap<Ports, string>()
