import { and, eq, gt, lte } from 'drizzle-orm'
import { limits } from '../../../contract/limits.ts'
import type { Db, Tx } from '../../db/database.ts'
import { trials } from '../../db/schema/index.ts'

export type TestPurchaseRow = typeof trials.$inferSelect

/** Keeps a test purchase; the creator's earlier ones that have run out go. */
export async function insertTestPurchase(tx: Tx, trial: TestPurchaseRow): Promise<void> {
  await tx
    .delete(trials)
    .where(and(eq(trials.creatorId, trial.creatorId), lte(trials.createdAt, expiryCutoff(trial.createdAt))))
  await tx.insert(trials).values(trial)
}

export async function findTestPurchaseByToken(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<TestPurchaseRow | undefined> {
  const [row] = await db
    .select()
    .from(trials)
    .where(and(eq(trials.tokenHash, tokenHash), gt(trials.createdAt, expiryCutoff(now))))
  return row
}

export async function findTestPurchase(db: Db, id: number, now: Date): Promise<TestPurchaseRow | undefined> {
  const [row] = await db
    .select()
    .from(trials)
    .where(and(eq(trials.id, id), gt(trials.createdAt, expiryCutoff(now))))
  return row
}

function expiryCutoff(now: Date): Date {
  return new Date(now.getTime() - limits.testPurchaseTtlMs)
}
