import { cut } from '../../../../domain/truncate.ts'
import type { Ports } from '../../../ports/index.ts'
import { encryptMessage } from './encrypt-message.ts'
import type { PushDeviceRow } from './repository.ts'
import { contactOf, pushKeys, vapidAuthorization } from './vapid.ts'

/** What a notification says. One with the same tag takes the place of the one before it. */
export type Notification = { title: string; body: string; path: string; tag: string }

/** `gone`: the browser no longer wants any. */
export type Outcome = 'taken' | 'gone'

/** With both of this length in the longest characters, a message fits into one record. */
const maxTextLength = 300

/**
 * Hands a notification to a browser's push service, which keeps it for `ttlSeconds` while the browser is not running.
 * Throws when it does not take it.
 */
export async function pushMessage(
  ports: Ports,
  device: Pick<PushDeviceRow, 'endpoint' | 'p256dh' | 'auth' | 'publicKey'>,
  { notification, ttlSeconds }: { notification: Notification; ttlSeconds: number },
): Promise<Outcome> {
  const key = pushKeys(ports).find(({ publicKey }) => publicKey === device.publicKey)
  // Its secret is no longer accepted.
  if (!key) return 'gone'
  const { title, body, path, tag } = notification
  const message = { title: cut(title, maxTextLength), body: cut(body, maxTextLength), path, tag }
  const { endpoint } = device
  const { status } = await ports.outside.post(endpoint, {
    headers: {
      authorization: vapidAuthorization(key, {
        endpoint,
        contact: contactOf(ports.config),
        now: ports.clock.now(),
      }),
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: String(ttlSeconds),
      urgency: 'normal',
      topic: tag,
    },
    body: encryptMessage(Buffer.from(JSON.stringify(message)), device),
  })
  if (status >= 200 && status < 300) return 'taken'
  if (status === 404 || status === 410) return 'gone'
  throw new Error(`The push service answered ${status}`)
}
