import { createHmac } from 'node:crypto'
import { newId } from './books.ts'

type Posted = { type: string; object: object; livemode?: boolean; account?: string }
type Signing = { secret: string; at?: Date }

/** An event as Stripe posts it, signed over its very bytes. */
export function webhook({ type, object, livemode = false, account }: Posted, signing: Signing) {
  const event = {
    id: newId('evt'),
    object: 'event',
    api_version: '2026-10-28.endive',
    type,
    livemode,
    ...(account && { account }),
    data: { object },
  }
  return signed(JSON.stringify(event), signing)
}

export function signed(body: string, { secret, at = new Date() }: Signing) {
  const seconds = Math.floor(at.getTime() / 1000)
  const digest = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')
  return { rawBody: Buffer.from(body), headers: { 'stripe-signature': `t=${seconds},v1=${digest}` } }
}
