import { eq } from 'drizzle-orm'
import type { StorageAccount } from '../../../../contract/uploads.ts'
import { AppError } from '../../../../domain/errors.ts'
import {
  itemQuotaMessage,
  type Quotas,
  remainingBytes,
  type StorageUse,
  uploadQuotaMessage,
} from '../../../../domain/quota.ts'
import type { Config } from '../../../config.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { creatorStorage, users } from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { planOf } from '../../people/accounts/plan.ts'

export async function getStorage({ db, config }: Ports, viewer: Viewer): Promise<StorageAccount> {
  const { plan, storedBytes, openBytes, itemCount } = await findStorageUse(db, viewer.id)
  const { quota, pro } = quotasOf(config, plan)
  return {
    usedBytes: storedBytes + openBytes,
    maxBytes: quota.maxStoredBytes,
    remainingBytes: remainingBytes({ storedBytes, openBytes, itemCount }, quota),
    proMaxBytes: pro?.maxStoredBytes ?? null,
    itemCount,
    maxItems: quota.maxItems,
  }
}

/** The bytes that a form's file may have; throws AppError `quota_exceeded` when fewer than `minBytes` remain. */
export async function requireRemainingBytes(
  { db, config }: Ports,
  viewer: Viewer,
  minBytes: number,
): Promise<number> {
  const { plan, ...use } = await findStorageUse(db, viewer.id)
  const quotas = quotasOf(config, plan)
  const message = uploadQuotaMessage(use, quotas, minBytes)
  if (message) throw quotaExceeded(message)
  return remainingBytes(use, quotas.quota)
}

/**
 * Throws AppError `quota_exceeded` when the upload of `size` bytes inserted by this transaction exceeds the quota.
 * Checked after the insert, which locks the creator's row, so that concurrent uploads are checked one by one.
 */
export async function assertUploadFits(
  tx: Tx,
  { config }: Ports,
  { creatorId, size }: { creatorId: string; size: number },
): Promise<void> {
  const { plan, ...use } = await findStorageUse(tx, creatorId)
  const before = { ...use, openBytes: use.openBytes - size }
  const message = uploadQuotaMessage(before, quotasOf(config, plan), size)
  if (message) throw quotaExceeded(message)
}

/** The same for the item that this transaction inserted. */
export async function assertItemFits(tx: Tx, { config }: Ports, creatorId: string): Promise<void> {
  const { plan, ...use } = await findStorageUse(tx, creatorId)
  const message = itemQuotaMessage({ ...use, itemCount: use.itemCount - 1 }, quotasOf(config, plan))
  if (message) throw new AppError('quota_exceeded', message)
}

function quotasOf({ quotas }: Config, plan: 'creator' | 'pro'): Quotas {
  return plan === 'pro' ? { quota: quotas.pro } : { quota: quotas.creator, pro: quotas.pro }
}

export function quotaExceeded(message: string): AppError {
  return new AppError('quota_exceeded', message, { file: message })
}

/**
 * A creator's used storage and plan. A transaction that changed the storage holds the lock of its row, so the numbers
 * include every concurrent change.
 */
async function findStorageUse(db: Db, creatorId: string): Promise<StorageUse & { plan: 'creator' | 'pro' }> {
  const [row] = await db
    .select({ plan: users.plan, use: creatorStorage })
    .from(users)
    .leftJoin(creatorStorage, eq(creatorStorage.creatorId, users.id))
    .where(eq(users.id, creatorId))
  return {
    plan: row ? planOf(row) : 'creator',
    storedBytes: row?.use?.storedBytes ?? 0,
    openBytes: row?.use?.openBytes ?? 0,
    itemCount: row?.use?.itemCount ?? 0,
  }
}
