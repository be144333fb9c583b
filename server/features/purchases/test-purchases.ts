import { and, eq, gt, lte } from 'drizzle-orm'
import { limits } from '../../../contract/limits.ts'
import type { Db, Tx } from '../../db/database.ts'
import { insertWithPublicId } from '../../db/public-id.ts'
import { testPurchases } from '../../db/schema/index.ts'
import { sha256Base64url } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { type ContentRow, findContentById } from '../content/repository.ts'
import { accessToken } from './access-token.ts'

export type TestPurchaseRow = typeof testPurchases.$inferSelect

/** Inserts a test purchase and deletes the creator's expired ones. Returns its id, a random one. */
export async function insertTestPurchase(
  tx: Tx,
  { newPublicId }: Pick<Ports, 'newPublicId'>,
  testPurchase: Omit<TestPurchaseRow, 'id'>,
): Promise<number> {
  await tx
    .delete(testPurchases)
    .where(
      and(
        eq(testPurchases.creatorId, testPurchase.creatorId),
        lte(testPurchases.createdAt, expiryCutoff(testPurchase.createdAt)),
      ),
    )
  const { id } = await insertWithPublicId(newPublicId, (publicId) =>
    tx
      .insert(testPurchases)
      .values({ ...testPurchase, id: publicId })
      .onConflictDoNothing({ target: testPurchases.id })
      .returning({ id: testPurchases.id }),
  )
  return id
}

async function findTestPurchaseByToken(
  db: Db,
  tokenHash: string,
  now: Date,
): Promise<TestPurchaseRow | undefined> {
  const [row] = await db
    .select()
    .from(testPurchases)
    .where(and(eq(testPurchases.tokenHash, tokenHash), gt(testPurchases.createdAt, expiryCutoff(now))))
  return row
}

export async function findTestPurchaseById(
  db: Db,
  id: number,
  now: Date,
): Promise<TestPurchaseRow | undefined> {
  const [row] = await db
    .select()
    .from(testPurchases)
    .where(and(eq(testPurchases.id, id), gt(testPurchases.createdAt, expiryCutoff(now))))
  return row
}

function expiryCutoff(now: Date): Date {
  return new Date(now.getTime() - limits.testPurchaseTtlMs)
}

export type TestPurchase = { testPurchase: TestPurchaseRow; row: ContentRow }

/** The test purchase of a token, while it is valid and its item exists. */
export async function loadTestPurchase(ports: Ports, token: string): Promise<TestPurchase | undefined> {
  const testPurchase = await findTestPurchaseByToken(ports.db, sha256Base64url(token), ports.clock.now())
  return testPurchase && loadTestPurchaseContent(ports, testPurchase)
}

export async function loadTestPurchaseContent(
  { db }: Ports,
  testPurchase: TestPurchaseRow,
): Promise<TestPurchase | undefined> {
  const row = await findContentById(db, testPurchase.contentId)
  return row && !row.content.deletedAt ? { testPurchase, row } : undefined
}

export function testAccessUrl(ports: Ports, { tokenNonce }: Pick<TestPurchaseRow, 'tokenNonce'>): string {
  return `${ports.config.publicUrl}/access/${accessToken(ports, tokenNonce)}`
}
