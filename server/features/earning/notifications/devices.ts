import { ECDH } from 'node:crypto'
import type { z } from 'zod'
import { limits } from '../../../../contract/limits.ts'
import type * as contract from '../../../../contract/notifications.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { RefusedAddressError } from '../../../ports/outside.ts'
import { lockCreator } from '../../people/accounts/repository.ts'
import { describeDevice } from '../../people/sign-in/session.ts'
import { curve } from './encrypt-message.ts'
import { type Outcome, pushMessage } from './push-message.ts'
import {
  countDevices,
  deleteDevice,
  findDevice,
  markFailing,
  markTaken,
  selectDevices,
  upsertDevice,
} from './repository.ts'
import { pushKeys } from './vapid.ts'

export async function getNotifications(ports: Ports, viewer: Viewer): Promise<contract.Notifications> {
  if (!ports.config.pushNotifications) return { publicKey: null, devices: [] }
  const rows = await selectDevices(ports.db, viewer.id)
  return {
    publicKey: pushKeys(ports)[0].publicKey,
    devices: rows.map(({ id, endpoint, name, createdAt, lastSentAt, failingSince }) => ({
      id,
      endpoint,
      name,
      addedAt: createdAt.toISOString(),
      lastSentAt: lastSentAt?.toISOString() ?? null,
      failingSince: failingSince?.toISOString() ?? null,
    })),
  }
}

type Browser = { userAgent: string | undefined; browserHash: string }
type Subscription = z.output<typeof contract.addPushDevice.body>

export async function addDevice(
  ports: Ports,
  viewer: Viewer,
  subscription: Subscription,
  { userAgent, browserHash }: Browser,
): Promise<contract.Notifications> {
  const { db, clock } = ports
  requireUsable(ports, subscription)
  await db.transaction(async (tx) => {
    // One after the other, so that none is counted before another one is stored.
    await lockCreator(tx, viewer.id)
    const isStored = await upsertDevice(tx, {
      userId: viewer.id,
      ...subscription,
      name: describeDevice(userAgent ?? null),
      sessionId: viewer.sessionId,
      browserHash,
      createdAt: clock.now(),
    })
    if (!isStored)
      throw new AppError('conflict', 'Another browser has this address. Turn notifications on again.')
    if ((await countDevices(tx, viewer.id)) > limits.maxPushDevices)
      throw new AppError(
        'conflict',
        `You can have notifications on up to ${limits.maxPushDevices} devices. Remove one first.`,
      )
  })
  return getNotifications(ports, viewer)
}

/** Throws AppError for an address that is never called, and for keys that nothing can be encrypted with. */
function requireUsable(ports: Ports, { endpoint, p256dh, publicKey }: Subscription): void {
  if (!ports.config.pushNotifications) throw new AppError('conflict', 'This site doesn’t send notifications.')
  try {
    ports.outside.check(endpoint)
  } catch (error) {
    if (!(error instanceof RefusedAddressError)) throw error
    throw new AppError('invalid_input', 'Your browser’s push service can’t be used here.')
  }
  try {
    ECDH.convertKey(p256dh, curve, 'base64url')
  } catch {
    throw new AppError(
      'invalid_input',
      'Your browser sent a key that isn’t one. Turn notifications on again.',
    )
  }
  if (!pushKeys(ports).some((key) => key.publicKey === publicKey))
    throw new AppError('conflict', 'This page is out of date. Reload it and turn notifications on again.')
}

export async function removeDevice(
  ports: Ports,
  viewer: Viewer,
  id: number,
): Promise<contract.Notifications> {
  if (!(await deleteDevice(ports.db, { id, userId: viewer.id }))) throw unknownDevice()
  return getNotifications(ports, viewer)
}

function unknownDevice(): AppError {
  return new AppError('not_found', 'This device has no notifications anymore.')
}

/** Of no use after a minute, because somebody waits for it. */
const testTtlSeconds = 60

export async function testDevice(ports: Ports, viewer: Viewer, id: number): Promise<contract.Notifications> {
  const { db, clock } = ports
  const device = await findDevice(db, id)
  if (device?.userId !== viewer.id) throw unknownDevice()
  const notification = {
    title: 'Notifications are on',
    body: 'Your next sale shows up like this.',
    path: '/settings/emails',
    tag: 'test',
  }
  const outcome: Outcome | 'failed' = await pushMessage(ports, device, {
    notification,
    ttlSeconds: testTtlSeconds,
  }).catch((error: unknown) => {
    ports.log.warn({ err: error, deviceId: id }, 'a notification to try was not taken')
    return 'failed' as const
  })
  if (outcome === 'taken') await markTaken(db, id, clock.now())
  if (outcome === 'gone') {
    await deleteDevice(db, device)
    throw new AppError('conflict', 'This browser stopped taking notifications. Turn them on again.')
  }
  if (outcome === 'failed') {
    await markFailing(db, id, clock.now())
    throw new AppError(
      'unavailable',
      'Your browser’s push service didn’t take it. Try again in a few minutes. Emails still reach you.',
    )
  }
  return getNotifications(ports, viewer)
}
