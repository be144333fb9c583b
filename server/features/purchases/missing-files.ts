import { eq, inArray, isNull } from 'drizzle-orm'
import { contents, files, missingFiles, purchases, users } from '../../db/schema/index.ts'
import type { Ports } from '../../ports/index.ts'
import { raiseAlert, resolveAlerts } from '../alerts/service.ts'
import { queueMail } from '../mail/outbox.ts'
import { hasMark, isStored, markStore } from '../storage/mark.ts'
import { payBackUndelivered } from './undeliverable.ts'

type StoredFile = Pick<typeof files.$inferSelect, 'id' | 'key'>

/** Milliseconds a file must have been missing before it is gone: a store may be behind itself for a moment. */
const certainAfter = 45_000
const batch = 500

/** The store did not have a file that somebody paid for. What that means, the sweeper finds out. */
export async function noteMissing({ db, clock, log }: Ports, fileId: number): Promise<void> {
  log.error({ fileId }, 'a file is missing from the store')
  await db.insert(missingFiles).values({ fileId, missingSince: clock.now() }).onConflictDoNothing()
}

/** The file has been missing for so long that its buyers were paid back and its creator was told. */
export async function isWrittenOff({ db }: Ports, fileId: number): Promise<boolean> {
  const [row] = await db
    .select({ goneAt: missingFiles.goneAt })
    .from(missingFiles)
    .where(eq(missingFiles.fileId, fileId))
  return row?.goneAt != null
}

/**
 * Looks whether what was sold since the last time is there to be delivered, and pays back what never will be: gone for
 * good is a file that a store which is certainly ours has not had for a while. A fault of the store says nothing.
 */
export async function checkGoods(ports: Ports): Promise<void> {
  await markStore(ports)
  await checkSold(ports)
  await checkMissing(ports)
  while ((await payBackUndelivered(ports)) > 0);
}

async function checkSold(ports: Ports): Promise<void> {
  for (;;) {
    const sold = await ports.db
      .select({ id: purchases.id, fileId: files.id, key: files.key })
      .from(purchases)
      .innerJoin(contents, eq(contents.id, purchases.contentId))
      .leftJoin(files, eq(files.id, contents.fileId))
      .where(isNull(purchases.goodsCheckedAt))
      .orderBy(purchases.paidAt)
      .limit(batch)
    const wanted = new Map(
      sold.flatMap(({ fileId, key }) => (fileId !== null && key !== null ? [[fileId, key]] : [])),
    )
    for (const [id, key] of wanted) if (!(await isStored(ports.files, key))) await noteMissing(ports, id)
    const ids = sold.map(({ id }) => id)
    const goodsCheckedAt = ports.clock.now()
    if (ids.length > 0)
      await ports.db.update(purchases).set({ goodsCheckedAt }).where(inArray(purchases.id, ids))
    if (sold.length < batch) return
  }
}

async function checkMissing(ports: Ports): Promise<void> {
  const { db, files: store, clock } = ports
  const rows = await db
    .select({ missing: missingFiles, file: { id: files.id, key: files.key } })
    .from(missingFiles)
    .innerJoin(files, eq(files.id, missingFiles.fileId))
    .orderBy(missingFiles.missingSince)
    .limit(batch)
  if (rows.length === 0) return
  // A store without our mark is not ours, or not mounted: what it lacks is not lost. `checkStore` tells the operator.
  if (!(await hasMark(store))) return
  for (const { missing, file } of rows) {
    const isLong = clock.now().getTime() - missing.missingSince.getTime() >= certainAfter
    if (await isStored(store, file.key)) await foundAgain(ports, file)
    else if (isLong && missing.goneAt === null) await writeOff(ports, file)
  }
}

async function foundAgain(ports: Ports, { id }: StoredFile): Promise<void> {
  await ports.db.transaction(async (tx) => {
    await tx.delete(missingFiles).where(eq(missingFiles.fileId, id))
    await resolveAlerts(tx, ports, { kinds: ['file-gone'], subject: `file/${id}` })
  })
}

/** Its creators are told: they alone can bring the file again. */
async function writeOff(ports: Ports, { id, key }: StoredFile): Promise<void> {
  await ports.db.transaction(async (tx) => {
    await tx.update(missingFiles).set({ goneAt: ports.clock.now() }).where(eq(missingFiles.fileId, id))
    const detail = `The file ${key} is gone from the store. Put it back, or its creator uploads it again.`
    await raiseAlert(tx, ports, { kind: 'file-gone', subject: `file/${id}`, detail })
    const items = await tx
      .select({ contentId: contents.id, email: users.email })
      .from(contents)
      .innerJoin(users, eq(users.id, contents.creatorId))
      .where(eq(contents.fileId, id))
    for (const { contentId, email: recipient } of items)
      await queueMail(tx, ports, {
        kind: 'file-gone',
        subject: `file/${id}/${contentId}`,
        recipient,
        data: { contentId },
      })
  })
}
