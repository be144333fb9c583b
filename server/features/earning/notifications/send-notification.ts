import { findUserById } from '../../people/accounts/repository.ts'
import type { Send } from '../../telling/deliveries/deliver.ts'
import type { PushData } from '../../telling/deliveries/deliveries.ts'
import { pushMessage } from './push-message.ts'
import { deleteDevice, findDevice, markFailing, markTaken } from './repository.ts'
import { saleNotification } from './sale-notification.ts'

/** After that it is no news anymore: neither tried again, nor kept by a push service for a browser that is not running. */
const triedForMs = 6 * 3_600_000
const keptForMs = 24 * 3_600_000
/** A browser whose push service takes nothing for that long is forgotten. */
const forgottenAfterMs = 7 * 24 * 3_600_000

/** Sends one notification to one browser. Push services answer 404 or 410 when nobody wants it there anymore. */
export const sendNotification: Send = async (ports, { target, data, createdAt }) => {
  const { db, clock } = ports
  const device = await findDevice(db, Number(target))
  const age = clock.now().getTime() - createdAt.getTime()
  if (!device || age > triedForMs) return 'dropped'
  const user = await findUserById(db, device.userId)
  if (!user || user.suspendedAt || user.deletedAt) return 'dropped'
  const notification = await saleNotification(ports, device.userId, data as PushData['sale'])
  if (!notification) return 'dropped'
  try {
    const ttlSeconds = Math.floor((keptForMs - age) / 1_000)
    const outcome = await pushMessage(ports, device, { notification, ttlSeconds })
    if (outcome === 'gone') await deleteDevice(db, device)
    else await markTaken(db, device.id, clock.now())
    return outcome === 'gone' ? 'dropped' : 'sent'
  } catch (error) {
    const failingMs = clock.now().getTime() - (device.failingSince ?? clock.now()).getTime()
    if (failingMs > forgottenAfterMs) {
      await deleteDevice(db, device)
      return 'dropped'
    }
    await markFailing(db, device.id, clock.now())
    throw error
  }
}
