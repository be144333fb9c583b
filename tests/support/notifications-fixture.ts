import { onTestFinished } from 'vitest'
import { addPushDevice, getNotifications } from '../../contract/notifications.ts'
import { deliveries } from '../../server/db/schema/index.ts'
import { startPushService } from './push-service.ts'
import { type CreatorClient, createTestApp } from './test-app.ts'

/** A creator with an item for $12, and the double of a push service for her browsers. */
export async function sellingFixture({ env = {}, ...options }: Parameters<typeof createTestApp>[0] = {}) {
  let now = () => new Date()
  const service = await startPushService({ now: () => now() })
  onTestFinished(service.close)
  const w = await createTestApp({ ...options, env: { ALLOWED_INSIDE_ORIGINS: service.origin, ...env } })
  now = w.clock.now
  const mara = await w.creator()
  const item = await mara.publishText({ title: 'Night Ferry', price: '12.00' })
  const turnsOn = async (who: CreatorClient = mara) => {
    const { publicKey } = (await who.call(getNotifications)).body
    const subscription = await service.subscribe(publicKey ?? '')
    const { status, body } = await who.call(addPushDevice, { body: subscription })
    return { subscription, status, body, id: body.devices?.[0]?.id ?? 0 }
  }
  return {
    w,
    mara,
    service,
    turnsOn,
    buys: (note: Record<string, string> = {}) => w.visitor().purchase(item.id, note),
    messages: () => service.received.map(({ message }) => message as Record<string, string>),
    devices: async () => (await mara.call(getNotifications)).body.devices,
    pushes: async () => (await w.db.select().from(deliveries)).filter(({ channel }) => channel === 'push'),
  }
}
