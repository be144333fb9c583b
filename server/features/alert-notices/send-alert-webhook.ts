import { createHmac } from 'node:crypto'
import { alertGuides } from '../../../contract/alert-guides.ts'
import { site } from '../../../contract/site.ts'
import type { Ports } from '../../ports/index.ts'
import type { Job } from '../../ports/queue.ts'
import { findAlert } from './repository.ts'

const timeoutMs = 10_000

type WebhookJob = Extract<Job, { name: 'send-alert-webhook' }>['data']

/**
 * Posts an alert to ALERT_WEBHOOK_URL, signed as Standard Webhooks describe (standardwebhooks.com). Throws when the
 * receiver does not answer with 2xx, so that the queue retries it. The id stays the same, so a receiver can recognize
 * one that arrives twice.
 */
export async function sendAlertWebhook(ports: Ports, { alertId, event, at }: WebhookJob): Promise<void> {
  const { config, db, clock } = ports
  const alert = await findAlert(db, Number(alertId))
  if (!config.alertWebhook || !alert) return
  const { title, action } = alertGuides[alert.kind]
  const body = JSON.stringify({
    type: event,
    timestamp: at,
    data: {
      id: alert.id,
      kind: alert.kind,
      target: alert.target,
      title,
      message: alert.message,
      action,
      since: alert.createdAt.toISOString(),
      resolvedAt: event === 'alert.resolved' ? at : null,
      site: site().name,
      url: `${config.publicUrl}/admin/attention`,
    },
  })
  const id = `alert-${alertId}-${event.split('.').at(-1)}-${Date.parse(at)}`
  const timestamp = Math.floor(clock.now().getTime() / 1_000)
  const response = await fetch(config.alertWebhook.url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(timestamp),
      'webhook-signature': signWebhook(config.alertWebhook.secret, { id, timestamp, body }),
    },
    body,
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  })
  await response.body?.cancel()
  if (!response.ok) throw new Error(`The alert webhook answered ${response.status}`)
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
