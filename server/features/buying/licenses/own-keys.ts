import { limits } from '../../../../contract/limits.ts'
import { AppError } from '../../../../domain/errors.ts'
import { licenseState } from '../../../../domain/license-key.ts'
import type { Ports } from '../../../ports/index.ts'
import { issueKey, replaceKey } from '../../selling/licenses/issue.ts'
import {
  findDeviceById,
  lockLicense,
  releaseDevice,
  selectOfPurchase,
} from '../../selling/licenses/repository.ts'
import { endWaitsOf } from '../../selling/licenses/waits.ts'
import { requireAccessibleContent, requireActiveAccess } from '../access/active-access.ts'
import { givenItems } from '../access/bundle.ts'
import { canReplace, isReplaceable } from '../access/license-cards.ts'
import { requirePurchaseByToken } from '../access/verify-purchase.ts'
import { lockSale } from '../purchases/repository.ts'
import { requireRelease } from './app-calls.ts'

/** A second press, or a page that was open for long. A wrong link is `not_found`. */
const noSuchKey = () => new AppError('conflict', 'This key or device isn’t there anymore.')

/**
 * The key of an item of a purchase: its first one, where it has none yet, otherwise a new one in place of the old one. Throws
 * AppError without access, when the creator's list has none left, and when the last new key is less than a day old.
 */
export async function getOwnKey(
  ports: Ports,
  { token, itemId }: { token: string; itemId: number },
): Promise<void> {
  const { db, clock } = ports
  const bought = await requirePurchaseByToken(ports, token)
  const { purchase, checkout } = bought
  const row = await requireAccessibleContent(ports, bought)
  const items = await givenItems(ports, row, { paidAt: purchase.paidAt, paid: { purchase, checkout } })
  const item = items.find(({ content }) => content.id === itemId)?.content
  if (!item) throw noSuchKey()
  const { creatorId, id: purchaseId } = purchase
  await db.transaction(async (tx) => {
    // Access may have ended since it was checked.
    requireActiveAccess(await lockSale(tx, { creatorId, purchaseId }))
    const now = clock.now()
    const stored = (await selectOfPurchase(tx, purchase.id)).find(
      ({ license }) => license.contentId === itemId,
    )
    if (!stored) {
      if (item.licenseMode === 'none') throw noSuchKey()
      if (!(await issueKey(tx, ports, { purchase, item, now })))
        throw new AppError('unavailable', 'No key is left right now. Look here again later.')
      return endWaitsOf(tx, ports, { purchaseId, contentId: itemId })
    }
    const license = await lockLicense(tx, stored.license.id)
    if (!license || licenseState(license, now) !== 'active' || !isReplaceable(item)) throw noSuchKey()
    if (!canReplace(license, now)) throw new AppError('rate_limited', 'You can get a new key once a day.')
    await replaceKey(tx, ports, license, { purchase, item, replacedAt: now, now })
  })
}

/** Releases a device of a purchase's key, so that another one can take its place. */
export async function releaseOwnDevice(
  ports: Ports,
  { token, id }: { token: string; id: number },
): Promise<void> {
  const { purchase } = await requirePurchaseByToken(ports, token)
  await ports.db.transaction(async (tx) => {
    const device = await findDeviceById(tx, id)
    const license = device && (await lockLicense(tx, device.licenseId))
    if (!license || license.purchaseId !== purchase.id) throw noSuchKey()
    const now = ports.clock.now()
    await requireRelease(tx, license.id, now)
    await releaseDevice(tx, id, now)
  })
}

/** Forms of one access link in a day, so that a script can't wear out the table. */
export function ownKeyLimits(token: string) {
  return [{ key: `own-keys/${token}`, max: 5 * limits.maxDeviceReleases, windowMs: limits.newKeyWindowMs }]
}
