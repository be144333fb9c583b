import { and, eq, gt, lte } from 'drizzle-orm'
import { limits } from '../../../contract/limits.ts'
import type { Db, Tx } from '../../db/database.ts'
import { trials } from '../../db/schema/index.ts'

export type TrialRow = typeof trials.$inferSelect

/** Keeps a test purchase; the creator's earlier ones that have run out go. */
export async function insertTrial(tx: Tx, trial: TrialRow): Promise<void> {
  await tx
    .delete(trials)
    .where(and(eq(trials.creatorId, trial.creatorId), lte(trials.createdAt, startOfLife(trial.createdAt))))
  await tx.insert(trials).values(trial)
}

export async function trialByToken(db: Db, tokenHash: string, now: Date): Promise<TrialRow | undefined> {
  const [row] = await db
    .select()
    .from(trials)
    .where(and(eq(trials.tokenHash, tokenHash), gt(trials.createdAt, startOfLife(now))))
  return row
}

export async function trialById(db: Db, id: number, now: Date): Promise<TrialRow | undefined> {
  const [row] = await db
    .select()
    .from(trials)
    .where(and(eq(trials.id, id), gt(trials.createdAt, startOfLife(now))))
  return row
}

function startOfLife(now: Date): Date {
  return new Date(now.getTime() - limits.trialLifetime)
}
