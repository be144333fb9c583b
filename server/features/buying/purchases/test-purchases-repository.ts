import { and, desc, eq, gt, lte, notInArray } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import { type OrderNumber, toOrderNumber } from '../../../../contract/order-number.ts'
import { type ItemState, mayBeShown } from '../../../../domain/access.ts'
import type { Db, Tx } from '../../../db/database.ts'
import { insertWithPublicId } from '../../../db/public-id.ts'
import { testPurchases } from '../../../db/schema/index.ts'
import { type FindViewer, sha256Base64url } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { type ContentRow, findContentById } from '../../selling/content/repository.ts'
import { needsReview } from '../../selling/content/review.ts'
import { stateOf } from '../../selling/content/shown.ts'
import { accessToken } from './access-token.ts'

export type TestPurchaseRow = typeof testPurchases.$inferSelect

/**
 * Inserts a test purchase and deletes the creator's expired ones, and the item's oldest over the limit. Returns its id, a
 * random one. The caller has locked the item.
 */
export async function insertTestPurchase(
  tx: Tx,
  { newPublicId }: Pick<Ports, 'newPublicId'>,
  testPurchase: Omit<TestPurchaseRow, 'id'>,
): Promise<OrderNumber> {
  const { creatorId, contentId, createdAt } = testPurchase
  await tx
    .delete(testPurchases)
    .where(and(eq(testPurchases.creatorId, creatorId), lte(testPurchases.createdAt, expiryCutoff(createdAt))))
  const kept = tx
    .select({ id: testPurchases.id })
    .from(testPurchases)
    .where(eq(testPurchases.contentId, contentId))
    .orderBy(desc(testPurchases.createdAt), desc(testPurchases.id))
    .limit(limits.maxTestLinksPerItem - 1)
  await tx
    .delete(testPurchases)
    .where(and(eq(testPurchases.contentId, contentId), notInArray(testPurchases.id, kept)))
  const { id } = await insertWithPublicId(newPublicId, (publicId) =>
    tx
      .insert(testPurchases)
      .values({ ...testPurchase, id: toOrderNumber(String(publicId)) })
      .onConflictDoNothing({ target: testPurchases.id })
      .returning({ id: testPurchases.id }),
  )
  return id
}

async function findTestPurchaseByToken(db: Db, tokenHash: string, now: Date) {
  const [row] = await db
    .select()
    .from(testPurchases)
    .where(and(eq(testPurchases.tokenHash, tokenHash), gt(testPurchases.createdAt, expiryCutoff(now))))
  return row
}

export async function findTestPurchaseById(db: Db, id: OrderNumber, now: Date) {
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

/** The test purchase of a token, while it is valid and its item may be shown to this viewer. */
export async function loadTestPurchase(ports: Ports, token: string, findViewer: FindViewer) {
  const testPurchase = await findTestPurchaseByToken(ports.db, sha256Base64url(token), ports.clock.now())
  return testPurchase && loadTestPurchaseContent(ports, testPurchase, findViewer)
}

export async function loadTestPurchaseContent(
  ports: Ports,
  testPurchase: TestPurchaseRow,
  findViewer: FindViewer,
): Promise<TestPurchase | undefined> {
  const row = await findContentById(ports.db, testPurchase.contentId)
  if (!row) return undefined
  const state = await testedState(ports, row)
  if (mayBeShown(state, 'test_link')) return { testPurchase, row }
  if (!mayBeShown(state, 'own_test_link')) return undefined
  const viewer = await findViewer()
  return viewer?.id === row.content.creatorId ? { testPurchase, row } : undefined
}

/** Whether the creator of this item may make test purchases of it. */
export async function mayTest(ports: Ports, row: ContentRow): Promise<boolean> {
  return mayBeShown(await testedState(ports, row), 'own_test_link')
}

/** A draft that must be reviewed before it is published counts as waiting, so that no link shows it to others before. */
async function testedState(ports: Ports, row: ContentRow): Promise<ItemState> {
  const state = stateOf(row)
  if (state !== 'draft') return state
  const creator = { id: row.content.creatorId, isAdmin: false }
  return (await needsReview(ports.db, ports, creator)) ? 'in_review' : 'draft'
}

export function testAccessUrl(ports: Ports, { tokenNonce }: Pick<TestPurchaseRow, 'tokenNonce'>): string {
  return `${ports.config.publicUrl}/access/${accessToken(ports, tokenNonce)}`
}
