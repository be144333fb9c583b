import { createHmac } from 'node:crypto'
import { newId } from './store.ts'

type WebhookInput = { type: string; object: object; livemode?: boolean; account?: string }
type Signing = { secret: string; at?: Date }

/** An event as Stripe sends it, with a signature over its bytes. */
export function webhook({ type, object, livemode = false, account }: WebhookInput, signing: Signing) {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: '2026-10-28.endive',
    type,
    livemode,
    ...(account && { account }),
    data: { object },
  }
  return signWebhook(JSON.stringify(event), signing)
}

export function signWebhook(body: string, { secret, at = new Date() }: Signing) {
  const seconds = Math.floor(at.getTime() / 1000)
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return { rawBody: Buffer.from(body), headers: { 'stripe-signature': `t=${seconds},v1=${digest}` } }
}
