import type { LicenseAnswer } from '../../../../contract/licenses.ts'
import { limits } from '../../../../contract/limits.ts'
import { AppError } from '../../../../domain/errors.ts'
import { licenseState, offlineUntil } from '../../../../domain/license-key.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { incrementCounter, ipPrefix, type RateLimit, readCounter } from '../../../http/rate-limit.ts'
import type { Ports } from '../../../ports/index.ts'
import {
  countDevices,
  countReleases,
  findByKey,
  findDevice,
  insertDevice,
  type LicenseRow,
  lockLicense,
  markSeen,
  releaseDevice,
} from '../../selling/licenses/repository.ts'
import { recordEvent, saleFacts } from '../../telling/deliveries/events.ts'
import { requireAccessibleContent } from '../access/active-access.ts'
import { givenItems } from '../access/bundle.ts'
import { ipLimit } from '../access/buyer-proof.ts'
import { markAccessed } from '../access/repository.ts'
import { findPurchase, type PurchaseWithGrant } from '../purchases/repository.ts'
import { signAnswer } from './proof.ts'

type KeyCall = { itemId: number; key: string; ip: string }
type DeviceCall = KeyCall & { fingerprint: string }

/** A key that works for the item, with what its item says of all its keys. */
type Working = { license: LicenseRow; bought: PurchaseWithGrant; maxDevices: number | null }

const minuteMs = 60_000

/** Of one network. */
export function licenseCallLimits(ports: Ports, ip: string): Array<RateLimit> {
  const max = limits.maxLicenseCallsPerMinute
  return ipLimit(ports, { key: `licenses-from/${ipPrefix(ip)}`, max, windowMs: minuteMs })
}

/**
 * Uses a key on a device. Calls for one key wait for each other, so that no more devices than it has places get one. Throws
 * AppError 404 for a key that doesn't work for the item, and 409 when all its places are taken.
 */
export async function activate(
  ports: Ports,
  { label, ...call }: DeviceCall & { label: string },
): Promise<LicenseAnswer> {
  const { db, clock } = ports
  const found = await requireWorking(ports, call)
  const now = clock.now()
  if (licenseState(found.license, now) === 'expired') return answer(ports, found, call)
  // An app that is used has been opened, as a file that is downloaded.
  await markAccessed(db, found.bought, now)
  await db.transaction(async (tx) => {
    const { id } = await lockSame(tx, found.license)
    const device = await findDevice(tx, id, call.fingerprint)
    if (device) return markSeen(tx, { id: device.id, label: label || device.label }, now)
    const max = found.maxDevices ?? limits.maxActivations
    if ((await countDevices(tx, id)) >= max) throw allInUse(max)
    await insertDevice(tx, { licenseId: id, fingerprint: call.fingerprint, label, now })
    const { purchase } = found.bought
    const { contentId, creatorId } = found.license
    await recordEvent(tx, ports, {
      type: 'license.activated',
      creatorId,
      subject: `license/${id}`,
      payload: { ...saleFacts({ ...purchase, contentId }), licenseId: id },
    })
  })
  return answer(ports, found, call)
}

function allInUse(max: number): AppError {
  const devices = max === 1 ? 'The 1 device' : `All ${max} devices`
  return new AppError(
    'conflict',
    `${devices} of this key ${max === 1 ? 'is' : 'are'} in use. Release one first.`,
  )
}

export async function validate(
  ports: Ports,
  call: KeyCall & { fingerprint?: string | undefined },
): Promise<LicenseAnswer> {
  const found = await requireWorking(ports, call)
  return answer(ports, found, call)
}

/** A device without the key's use has nothing to release, and gets the same answer. */
export async function release(ports: Ports, call: DeviceCall): Promise<LicenseAnswer> {
  const found = await requireWorking(ports, call)
  await ports.db.transaction(async (tx) => {
    const { id } = await lockSame(tx, found.license)
    const device = await findDevice(tx, id, call.fingerprint)
    if (!device) return
    const now = ports.clock.now()
    await requireRelease(tx, id, now)
    await releaseDevice(tx, device.id, now)
  })
  return answer(ports, found, call)
}

/** Throws AppError when too many devices of a locked key were released. */
export async function requireRelease(tx: Tx, licenseId: number, now: Date): Promise<void> {
  if ((await countReleases(tx, licenseId, now)) < limits.maxDeviceReleases) return
  throw new AppError(
    'rate_limited',
    `${limits.maxDeviceReleases} devices were released in 30 days. Try again later.`,
  )
}

/** The key may have been replaced or ended since it was read. */
async function lockSame(tx: Tx, { id, keyHash }: LicenseRow): Promise<LicenseRow> {
  const row = await lockLicense(tx, id)
  if (row?.keyHash !== keyHash || row.revokedAt) throw unknownKey()
  return row
}

/** One answer for a key that nobody has, that another item has, or that doesn't work any more. */
const unknownKey = () => new AppError('not_found', 'This key doesn’t work for this item.')

async function requireWorking(ports: Ports, { itemId, key, ip }: KeyCall): Promise<Working> {
  const { db, config, clock } = ports
  const counter = `wrong-keys-from/${ipPrefix(ip)}`
  // On a local instance every client has the same address.
  if (!config.isLocal && (await readCounter(db, counter, clock.now())) >= limits.maxWrongKeys)
    throw new AppError('rate_limited', 'These were too many wrong keys. Try again in 10 minutes.')
  const license = await findByKey(db, { itemId, key })
  const working = license && (await findWorking(ports, license))
  if (working) return working
  await incrementCounter(db, { key: counter, windowMs: limits.wrongKeyWindowMs }, clock.now())
  throw unknownKey()
}

/**
 * The rules of a download decide: a key works while its purchase has access and gives the item. Nothing of it is stored with
 * the key, so a refund, a dispute and a takedown end it, and their end brings it back.
 */
async function findWorking(ports: Ports, license: LicenseRow): Promise<Working | undefined> {
  if (license.revokedAt) return undefined
  const bought = await findPurchase(ports.db, license.purchaseId)
  if (!bought) throw new Error(`Purchase ${license.purchaseId} does not exist`)
  const { purchase, checkout } = bought
  const row = await requireAccessibleContent(ports, bought).catch((error: unknown) => {
    if (error instanceof AppError) return undefined
    throw error
  })
  if (!row) return undefined
  const items = await givenItems(ports, row, { paidAt: purchase.paidAt, paid: { purchase, checkout } })
  const item = items.find(({ content }) => content.id === license.contentId)
  return item && { license, bought, maxDevices: item.content.maxActivations }
}

async function answer(
  ports: Ports,
  { license, maxDevices }: Working,
  { fingerprint }: { fingerprint?: string | undefined },
): Promise<LicenseAnswer> {
  const { db, clock } = ports
  const now = clock.now()
  const state = await stateFor(db, license, { fingerprint, now })
  const isValid = state === 'active'
  const signed = isValid && fingerprint !== undefined
  const facts = {
    valid: isValid,
    state,
    itemId: license.contentId,
    expiresAt: license.expiresAt?.toISOString() ?? null,
    activations: { used: await countDevices(db, license.id), max: maxDevices },
    checkedAt: now.toISOString(),
    offlineUntil: signed ? offlineUntil(license.expiresAt, now).toISOString() : null,
  }
  return { ...facts, proof: signed ? signAnswer(ports, facts, fingerprint) : null }
}

type StateInput = { fingerprint: string | undefined; now: Date }

async function stateFor(
  db: Db,
  license: LicenseRow,
  { fingerprint, now }: StateInput,
): Promise<LicenseAnswer['state']> {
  if (licenseState(license, now) === 'expired') return 'expired'
  if (fingerprint === undefined) return 'active'
  const device = await findDevice(db, license.id, fingerprint)
  if (!device) return 'not_activated'
  await noteUse(db, device, now)
  return 'active'
}

/** Notes a use of a device, once an hour at most. */
async function noteUse(
  db: Db,
  device: { id: number; label: string; lastSeenAt: Date },
  now: Date,
): Promise<void> {
  if (now.getTime() - device.lastSeenAt.getTime() < 60 * minuteMs) return
  await markSeen(db, device, now)
}
