import { and, eq, gt, lte } from 'drizzle-orm'
import { limits } from '../../../contract/limits.ts'
import type { Db, Tx } from '../../db/database.ts'
import { trials } from '../../db/schema/index.ts'
import { sha256Base64url } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { type ContentRow, findContentById } from '../content/repository.ts'
import { accessToken } from './access-token.ts'

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

export async function findTestPurchaseById(
  db: Db,
  id: number,
  now: Date,
): Promise<TestPurchaseRow | undefined> {
  const [row] = await db
    .select()
    .from(trials)
    .where(and(eq(trials.id, id), gt(trials.createdAt, expiryCutoff(now))))
  return row
}

function expiryCutoff(now: Date): Date {
  return new Date(now.getTime() - limits.testPurchaseTtlMs)
}

export type TestPurchase = { trial: TestPurchaseRow; row: ContentRow }

/** The test purchase behind a token, while it lasts and its item is there. */
export async function loadTestPurchase(ports: Ports, token: string): Promise<TestPurchase | undefined> {
  const trial = await findTestPurchaseByToken(ports.db, sha256Base64url(token), ports.clock.now())
  return trial && loadTestPurchaseContent(ports, trial)
}

export async function loadTestPurchaseContent(
  { db }: Ports,
  trial: TestPurchaseRow,
): Promise<TestPurchase | undefined> {
  const row = await findContentById(db, trial.contentId)
  return row && !row.content.deletedAt ? { trial, row } : undefined
}

export function testAccessUrl(ports: Ports, { nonce }: Pick<TestPurchaseRow, 'nonce'>): string {
  return `${ports.config.publicUrl}/access/${accessToken(ports, nonce)}`
}
