import { createHash } from 'node:crypto'
import { and, eq, gt, inArray, isNotNull, isNull, lt, notExists, or, placeholder, sql } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import { isFullRefund, refundableAmount } from '../../../../domain/refund.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { forEachRow, pagesByKey, rowsByKey } from '../../../db/pages-by-key.ts'
import { preparedQuery } from '../../../db/prepared-query.ts'
import { deleteRows, findRow, insertIfNew, updateRow } from '../../../db/rows.ts'
import {
  accessGrants,
  contentItems,
  contentParts,
  files,
  missingFiles,
  purchases,
  users,
} from '../../../db/schema/index.ts'
import { DamagedFileError, type FileStore, wholeFile } from '../../../ports/file-store.ts'
import type { Ports } from '../../../ports/index.ts'
import {
  hasStoreSentinel,
  isStoreDown,
  isStored,
  writeStoreSentinel,
} from '../../site/storage/store-sentinel.ts'
import { raiseAlert, resolveAlerts } from '../../telling/alerts/service.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { insertRefundRequest, isRefundInProgress } from '../purchases/refund-requests-repository.ts'
import { lockSale, type PurchaseRow, revokeGrant } from '../purchases/repository.ts'

/** A part whose file was removed or is confirmed missing. A store that does not answer proves neither. */
const isLost = sql`(part.url is null and part.text is null and (part.file_id is null or missing.confirmed_missing_at is not null))`

const partsWithState = sql`content_parts part left join missing_files missing on missing.file_id = part.file_id`
/** The items of a bundle that may be shown; of any other item, itself. An array, so that an index finds their parts. */
const soldItems = sql`case when content_items.is_bundle then array(
    select bundled.content_id from bundle_items bundled join content_items item on item.id = bundled.content_id
    where bundled.bundle_id = content_items.id and bundled.removed_at is null and item.taken_down_at is null)
  else array[content_items.id] end`
const currentParts = sql`${partsWithState} where part.content_id = any(${soldItems}) and part.removed_at is null`
const hasNothingLeft = sql<boolean>`not exists (select from ${currentParts} and not ${isLost})`
const hasLostPart = sql`exists (select from ${currentParts} and ${isLost})`
const isBundleOfFew = sql`(content_items.is_bundle and cardinality(${soldItems}) < ${limits.bundleItems.min})`

/**
 * Why an item is not delivered: its file is lost, it was removed from the site, its release is late, or it was withdrawn before
 * its day, or it has a license key and its creator's list had none.
 */
export type UndeliverableReason = 'file' | 'removed' | 'late' | 'withdrawn' | 'key'

const reasonMessages: Record<UndeliverableReason, string> = {
  file: 'Its file is missing from storage.',
  removed: 'It was removed from this site.',
  late: 'It didn’t come out in time.',
  withdrawn: 'It was withdrawn before its release day.',
  key: 'Its license key didn’t come within 72 hours.',
}

/** Undefined while a part of an item can be delivered. */
export async function findUndeliverableReason(
  db: Db,
  contentId: number,
): Promise<UndeliverableReason | undefined> {
  const [row] = await incompleteContent(db, { contentId })
  if (row?.removedAt) return 'removed'
  return row?.hasNothingLeft ? 'file' : undefined
}

/** Whether everything that is sold can be delivered. An item that lost a part is not sold until it is whole again. */
export async function isComplete(db: Db, contentId: number): Promise<boolean> {
  return (await incompleteContent(db, { contentId })).length === 0
}

const incompleteContent = preparedQuery('find_incomplete_content', (db) =>
  db
    .select({ removedAt: contentItems.buyerAccessRevokedAt, hasNothingLeft })
    .from(contentItems)
    .where(
      and(
        eq(contentItems.id, placeholder('contentId')),
        or(isNotNull(contentItems.buyerAccessRevokedAt), hasLostPart, isBundleOfFew),
      ),
    ),
)

/**
 * Refunds an undeliverable purchase fully: revokes access, emails the buyer, and leaves the provider's refund to the
 * sweep. Returns whether it did, once per purchase; the caller's transaction has just inserted it or holds its grant's lock.
 */
export async function refundUndeliverable(
  tx: Tx,
  ports: Ports,
  purchase: PurchaseRow,
  reason: UndeliverableReason,
): Promise<boolean> {
  const { id: purchaseId, creatorId, contentId, buyerEmail } = purchase
  const amount = refundableAmount(purchase)
  // A disputed amount can only be returned by the bank.
  if (amount === 0 || (await isRefundInProgress(tx, purchaseId))) return false
  const now = ports.clock.now()
  if (isFullRefund(purchase, amount)) await revokeGrant(tx, purchaseId, { now, reason: 'refund' })
  const refundRequest = {
    purchaseId,
    creatorId,
    amount,
    requestedBy: 'system',
    state: 'processing',
    nextAttemptAt: now,
  } as const
  await insertRefundRequest(tx, ports, { ...refundRequest, requestMessage: reasonMessages[reason] })
  if (buyerEmail) {
    const dedupeKey = `purchase/${purchaseId}`
    const data = { purchaseId, reason }
    await sendEmail(tx, ports, { kind: 'refund_undeliverable', dedupeKey, to: buyerEmail, data })
  }
  const message = `Item ${contentId} was paid for but can’t be delivered. Its buyers are being refunded. ${reasonMessages[reason]}`
  await raiseAlert(tx, ports, { kind: 'undeliverable', target: `content/${contentId}`, message })
  return true
}

const pageSize = 50

/** Refunds buyers who never accessed what they bought and for whom no part is left. Those with a refund in progress are looked at again later. */
async function refundUndeliverablePurchases(ports: Ports): Promise<void> {
  const rows = rowsByKey((after: number | undefined, limit) => selectUndelivered(ports.db, after, limit), {
    keyOf: ({ id }) => id,
    pageSize,
  })
  const refund = ({ id, creatorId }: { id: number; creatorId: string }) =>
    ports.db.transaction(async (tx) => {
      const { purchase, grant } = await lockSale(tx, { creatorId, purchaseId: id })
      if (!grant.firstAccessedAt && !grant.revokedAt) await refundUndeliverable(tx, ports, purchase, 'file')
    })
  await forEachRow(rows, refund, {
    log: ports.log,
    message: 'a purchase of a lost file could not be refunded, will retry',
    describe: ({ id }) => ({ purchaseId: id }),
  })
}

/** The item of a purchase, and those of a bundle that it is of: `itemsOf` of the domain. */
const boughtItems = sql`array_append(array(select bundled.content_id from bundle_items bundled
  where bundled.bundle_id = purchases.content_id and (bundled.removed_at is null or purchases.paid_at < bundled.removed_at)),
  purchases.content_id)`
/** The item of a part, and the bundles that it was ever in. */
const sellingItems = sql`array_append(array(select bundled.bundle_id from bundle_items bundled
  where bundled.content_id = ${contentParts.contentId}), ${contentParts.contentId})`

/** `visibleParts` of the domain, for joins of purchases with parts. */
const isPartOfPurchase = or(isNull(contentParts.removedAt), lt(purchases.paidAt, contentParts.removedAt))

function selectUndelivered(db: Db, after: number | undefined, limit: number) {
  return db
    .selectDistinct({ id: purchases.id, creatorId: purchases.creatorId })
    .from(missingFiles)
    .innerJoin(contentParts, eq(contentParts.fileId, missingFiles.fileId))
    .innerJoin(purchases, and(sql`${purchases.contentId} = any(${sellingItems})`, isPartOfPurchase))
    .innerJoin(accessGrants, eq(accessGrants.purchaseId, purchases.id))
    .where(
      and(
        isNotNull(missingFiles.confirmedMissingAt),
        gt(purchases.amount, 0),
        isNull(accessGrants.firstAccessedAt),
        isNull(accessGrants.revokedAt),
        sql`not exists (select from ${partsWithState} where part.content_id = any(${boughtItems})
          and (part.removed_at is null or purchases.paid_at < part.removed_at) and not ${isLost})`,
        after === undefined ? undefined : gt(purchases.id, after),
      ),
    )
    .orderBy(purchases.id)
    .limit(limit)
}

type StoredFile = Pick<typeof files.$inferSelect, 'id' | 'key' | 'sizeBytes' | 'sha256'>

const storedFileColumns = { id: files.id, key: files.key, sizeBytes: files.sizeBytes, sha256: files.sha256 }

/** How long a file must be missing before it counts as lost, because a store may lag for a moment. */
const confirmMissingAfterMs = 45_000
const missingFilesPageSize = 500
/** How often a file with the right size and the wrong bytes is read again. */
const rereadAfterMs = 3_600_000

/** Records that the store does not have a purchased file, or not whole; the sweep decides what that means. */
export async function recordMissingFile({ db, clock, log }: Ports, fileId: number): Promise<void> {
  log.error({ fileId }, 'a file is missing from the store or damaged')
  await insertIfNew(db, missingFiles, { fileId, missingSince: clock.now() }, ['fileId'])
}

/** Whether the file was missing for so long that its buyers were refunded and its creator notified. */
export async function isConfirmedMissing({ db }: Ports, fileId: number): Promise<boolean> {
  const row = await findRow(db, missingFiles, { fileId })
  return row?.confirmedMissingAt != null
}

/**
 * Checks that new sales can be delivered, and refunds those that cannot: a file counts as lost when a store with our
 * sentinel did not have its bytes for a while. Errors of the store prove nothing.
 */
export async function verifyDeliverability(ports: Ports): Promise<void> {
  await writeStoreSentinel(ports)
  await verifyNewPurchases(ports)
  await recheckMissingFiles(ports)
  await refundUndeliverablePurchases(ports)
}

async function verifyNewPurchases(ports: Ports): Promise<void> {
  const { db, fileStore, clock } = ports
  const pages = pagesByKey((after: number | undefined, limit) => selectUnverified(db, after, limit), {
    keyOf: ({ id }) => id,
    pageSize: missingFilesPageSize,
  })
  for await (const unverified of pages) {
    const ids = unverified.map(({ id }) => id)
    const failed = await forEachFile(ports, await selectFilesOf(db, ids), async (file) => {
      if (!(await isStored(fileStore, file))) await recordMissingFile(ports, file.id)
    })
    const failedIds = failed.map(({ id }) => id)
    const hasFailedFile = db
      .select({ id: contentParts.id })
      .from(contentParts)
      .where(
        and(sql`${contentParts.contentId} = any(${boughtItems})`, inArray(contentParts.fileId, failedIds)),
      )
    await db
      .update(purchases)
      .set({ deliveryVerifiedAt: clock.now() })
      .where(and(inArray(purchases.id, ids), failedIds.length > 0 ? notExists(hasFailedFile) : undefined))
  }
}

function selectUnverified(db: Db, after: number | undefined, limit: number) {
  return db
    .select({ id: purchases.id })
    .from(purchases)
    .where(
      and(isNull(purchases.deliveryVerifiedAt), after === undefined ? undefined : gt(purchases.id, after)),
    )
    .orderBy(purchases.id)
    .limit(limit)
}

/** The files that these purchases give access to, each once. */
function selectFilesOf(db: Db, purchaseIds: Array<number>): Promise<Array<StoredFile>> {
  return db
    .selectDistinct(storedFileColumns)
    .from(purchases)
    .innerJoin(contentParts, and(sql`${contentParts.contentId} = any(${boughtItems})`, isPartOfPurchase))
    .innerJoin(files, eq(files.id, contentParts.fileId))
    .where(inArray(purchases.id, purchaseIds))
}

/** Returns the files whose check failed. Throws when the store as a whole does not answer. */
function forEachFile<File extends { id: number }>(
  { log, fileStore }: Ports,
  storedFiles: Iterable<File> | AsyncIterable<File>,
  check: (file: File) => Promise<void>,
): Promise<Array<File>> {
  return forEachRow(storedFiles, check, {
    log,
    message: 'a file could not be checked, will retry',
    describe: ({ id }) => ({ fileId: id }),
    endsRound: () => isStoreDown(fileStore),
  })
}

async function recheckMissingFiles(ports: Ports): Promise<void> {
  const [first] = await selectMissingFiles(ports, undefined, 1)
  // A store without our sentinel is not ours or not mounted, so its files are not lost. `checkStore` alerts the
  // operator.
  if (!first || !(await hasStoreSentinel(ports.fileStore))) return
  const rows = rowsByKey((after: number | undefined, limit) => selectMissingFiles(ports, after, limit), {
    keyOf: ({ id }) => id,
    pageSize: missingFilesPageSize,
  })
  await forEachFile(ports, rows, (row) => recheckMissingFile(ports, row))
}

type MissingFile = Awaited<ReturnType<typeof selectMissingFiles>>[number]

function selectMissingFiles({ db }: Ports, after: number | undefined, limit: number) {
  return db
    .select({ id: missingFiles.fileId, missing: missingFiles, file: storedFileColumns })
    .from(missingFiles)
    .innerJoin(files, eq(files.id, missingFiles.fileId))
    .where(after === undefined ? undefined : gt(missingFiles.fileId, after))
    .orderBy(missingFiles.fileId)
    .limit(limit)
}

async function recheckMissingFile(ports: Ports, { missing, file }: MissingFile): Promise<void> {
  const { db, fileStore, clock } = ports
  const now = clock.now()
  const msSince = (past: Date) => now.getTime() - past.getTime()
  const wasJustRead = missing.damageFoundAt !== null && msSince(missing.damageFoundAt) < rereadAfterMs
  if (!wasJustRead && (await isStored(fileStore, file))) {
    if (await isIntact(fileStore, file)) return clearMissingFile(ports, file)
    await updateRow(db, missingFiles, { fileId: file.id }, { damageFoundAt: now })
  }
  const isPastGracePeriod = msSince(missing.missingSince) >= confirmMissingAfterMs
  if (isPastGracePeriod && missing.confirmedMissingAt === null) await confirmMissingFile(ports, file)
}

/** Reads the whole file. */
async function isIntact(store: FileStore, { key, sizeBytes, sha256 }: StoredFile): Promise<boolean> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of (await store.open(key, wholeFile(sizeBytes))) ?? []) hash.update(chunk)
    return hash.digest('hex') === sha256
  } catch (error) {
    if (error instanceof DamagedFileError) return false
    throw error
  }
}

async function clearMissingFile(ports: Ports, { id }: Pick<StoredFile, 'id'>): Promise<void> {
  await ports.db.transaction(async (tx) => {
    await deleteRows(tx, missingFiles, { fileId: id })
    await resolveAlerts(tx, ports, { kinds: ['file-missing'], target: `file/${id}` })
    await evictPagesOf(tx, id)
  })
}

/** The tip pages of a file's items, and of the bundles that they are in, say whether they can be bought. */
async function evictPagesOf(tx: Tx, fileId: number): Promise<void> {
  await tx.execute(sql`select pg_notify('content_changed', id::text) from (
    select distinct unnest(${sellingItems}) as id from ${contentParts} where ${eq(contentParts.fileId, fileId)}) as sold`)
}

/** Emails the creators, because only they can upload the file again. */
async function confirmMissingFile(ports: Ports, { id, key }: StoredFile): Promise<void> {
  await ports.db.transaction(async (tx) => {
    await updateRow(tx, missingFiles, { fileId: id }, { confirmedMissingAt: ports.clock.now() })
    const message = `The file ${key} is missing from storage or damaged. Put it back, or ask its creator to upload it again.`
    await raiseAlert(tx, ports, { kind: 'file-missing', target: `file/${id}`, message })
    await evictPagesOf(tx, id)
    const items = await tx
      .select({ contentId: contentItems.id, email: users.email })
      .from(contentParts)
      .innerJoin(contentItems, eq(contentItems.id, contentParts.contentId))
      .innerJoin(users, eq(users.id, contentItems.creatorId))
      .where(eq(contentParts.fileId, id))
    for (const { contentId, email: recipient } of items)
      await sendEmail(tx, ports, {
        kind: 'file_missing',
        dedupeKey: `file/${id}/${contentId}`,
        to: recipient,
        data: { contentId },
      })
  })
}
