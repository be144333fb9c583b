import type { SaleLicense } from '../../../../contract/licenses.ts'
import type { OrderNumber } from '../../../../contract/order-number.ts'
import { isActive } from '../../../../domain/access.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Tx } from '../../../db/database.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { findContentById } from '../../selling/content/repository.ts'
import { replaceKey } from '../../selling/licenses/issue.ts'
import {
  findLicense,
  type LicenseRow,
  lockLicense,
  revokeKey,
  selectOfPurchase,
} from '../../selling/licenses/repository.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { findPurchaseByOrderNumber, lockSale, type PurchaseWithGrant } from '../purchases/repository.ts'

const notFound = () => new AppError('not_found', 'License key not found')

/** The keys of a creator's sale. Another creator's sale is reported as missing. */
export async function listOfSale(
  { db }: Ports,
  viewer: Viewer,
  id: OrderNumber,
): Promise<Array<SaleLicense>> {
  const sale = await findPurchaseByOrderNumber(db, id)
  if (sale?.purchase.creatorId !== viewer.id) throw new AppError('not_found', 'Sale Not Found')
  return presentSaleLicenses(db, sale.purchase.id)
}

type Change = { id: number; reason: string }

/**
 * Another key for a buyer with access, who is told by email. The old one stops at once, and one that was revoked or has expired works
 * again.
 */
export function replaceSold(ports: Ports, viewer: Viewer, change: Change): Promise<Array<SaleLicense>> {
  return changeSold(ports, viewer, change, async (tx, license, { purchase, grant }) => {
    if (!isActive(grant))
      throw new AppError('conflict', 'This buyer no longer has access, so a key wouldn’t work.')
    const item = await findContentById(tx, license.contentId)
    if (!item) throw notFound()
    const change = { purchase, item: item.content, replacedAt: license.replacedAt, now: ports.clock.now() }
    if (!(await replaceKey(tx, ports, license, change)))
      throw new AppError('conflict', 'No key is left in your list. Add one first.')
    return 'license_replaced'
  })
}

/** Ends a key. The buyer is told by email. */
export function revokeSold(ports: Ports, viewer: Viewer, change: Change): Promise<Array<SaleLicense>> {
  return changeSold(ports, viewer, change, async (tx, license) => {
    if (license.revokedAt) throw new AppError('conflict', 'This key is revoked already.')
    await revokeKey(tx, license.id, { reason: change.reason, now: ports.clock.now() })
    return 'license_revoked'
  })
}

async function changeSold(
  ports: Ports,
  viewer: Viewer,
  { id, reason }: Change,
  write: (
    tx: Tx,
    license: LicenseRow,
    sale: PurchaseWithGrant,
  ) => Promise<'license_replaced' | 'license_revoked'>,
): Promise<Array<SaleLicense>> {
  const { db } = ports
  const known = await findLicense(db, id)
  if (known?.creatorId !== viewer.id) throw notFound()
  const { creatorId, purchaseId } = known
  await db.transaction(async (tx) => {
    const sale = await lockSale(tx, { creatorId, purchaseId })
    const license = await lockLicense(tx, id)
    if (!license) throw notFound()
    const kind = await write(tx, license, sale)
    const { buyerEmail: to } = sale.purchase
    if (!to) return
    const { keyHash } = (await findLicense(tx, id)) ?? license
    await sendEmail(tx, ports, {
      kind,
      to,
      data: { purchaseId, licenseId: id, reason },
      dedupeKey: `license/${id}/${keyHash}`,
    })
  })
  return presentSaleLicenses(db, purchaseId)
}

/** The keys of a purchase in the shape of the contract. */
export async function presentSaleLicenses(db: Ports['db'], purchaseId: number): Promise<Array<SaleLicense>> {
  return (await selectOfPurchase(db, purchaseId)).map(({ license, item, devices }) => ({
    id: license.id,
    title: item.title,
    key: license.key,
    expiresAt: license.expiresAt?.toISOString() ?? null,
    revokedAt: license.revokedAt?.toISOString() ?? null,
    revocationReason: license.revocationMessage,
    devices,
    maxDevices: item.maxActivations,
  }))
}
