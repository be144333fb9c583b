import type { PublicContent } from '../../../contract/content.ts'
import { limits } from '../../../contract/limits.ts'
import { formatDecimal } from '../../../contract/money.ts'
import type { PurchaseAccess } from '../../../contract/purchases.ts'
import type { Receipt } from '../../../contract/receipts.ts'
import { AppError } from '../../../domain/errors.ts'
import { resolveAmount } from '../../../domain/price.ts'
import { sha256Base64url, type Viewer } from '../../http/call.ts'
import type { RateLimit } from '../../http/throttle.ts'
import type { Ports } from '../../ports/index.ts'
import { requireOwnContent } from '../content/own.ts'
import { presentPublic } from '../content/present.ts'
import { type ContentRow, findContentById } from '../content/repository.ts'
import { enqueueEmail } from '../mail/outbox.ts'
import { accessToken, newGrant } from './tokens.ts'
import { findTestPurchaseByToken, insertTestPurchase, type TestPurchaseRow } from './trial-rows.ts'
import { presentPurchasedContent } from './unlocked-content.ts'

/** The creator's own item, also a draft. */
export async function getTestPurchasePreview(
  ports: Ports,
  viewer: Viewer,
  id: number,
): Promise<PublicContent> {
  const row = await requireOwnContent(ports, viewer, id)
  return presentPublic(row, ports.paymentProvider.chargeLimits(row.content.currency))
}

export function testPurchaseRateLimits(viewer: Viewer | undefined): Array<RateLimit> {
  return viewer
    ? [{ key: `trial/${viewer.id}`, max: limits.maxTestPurchasesPerHour, windowMs: 3_600_000 }]
    : []
}

/**
 * A purchase without a card: the provider is not asked, nothing is booked, and nothing is counted. What a buyer would get,
 * page, file and mail, goes to the creator alone. Gives the address of that page.
 */
export async function createTestPurchase(
  ports: Ports,
  viewer: Viewer | undefined,
  { contentId, amount }: { contentId: number; amount: string | undefined },
): Promise<string> {
  if (!viewer) throw new AppError('unauthorized', 'Sign in to try your own item.')
  const { content } = await requireOwnContent(ports, viewer, contentId)
  const due = resolveAmount(content, amount, ports.paymentProvider.chargeLimits(content.currency))

  const { nonce, tokenHash } = newGrant(ports)
  const id = ports.newId()
  const { email } = viewer
  await ports.db.transaction(async (tx) => {
    await insertTestPurchase(tx, {
      id,
      contentId,
      creatorId: viewer.id,
      amount: due,
      currency: content.currency,
      email,
      nonce,
      tokenHash,
      createdAt: ports.clock.now(),
    })
    await enqueueEmail(tx, ports, {
      kind: 'trial',
      subject: `trial/${id}`,
      recipient: email,
      data: { trialId: id },
    })
  })
  return `/access/${accessToken(ports, nonce)}`
}

export type TestPurchase = { trial: TestPurchaseRow; row: ContentRow }

/** The test purchase behind a token, while it lasts and its item is there. */
export async function findTestPurchase(ports: Ports, token: string): Promise<TestPurchase | undefined> {
  const trial = await findTestPurchaseByToken(ports.db, sha256Base64url(token), ports.clock.now())
  return trial && loadContent(ports, trial)
}

export async function loadContent({ db }: Ports, trial: TestPurchaseRow): Promise<TestPurchase | undefined> {
  const row = await findContentById(db, trial.contentId)
  return row && !row.content.deletedAt ? { trial, row } : undefined
}

/** What a buyer would see, marked as a test. */
export function presentTestAccess(ports: Ports, { trial, row }: TestPurchase): PurchaseAccess {
  return {
    content: presentPurchasedContent(ports, { of: 'testPurchase', purchaseId: trial.id }, row),
    purchase: {
      id: trial.id,
      amount: formatDecimal(trial.amount, trial.currency),
      currency: trial.currency,
      state: 'paid',
      paidAt: trial.createdAt.toISOString(),
      email: trial.email,
      paymentIntentId: '',
      refundStatus: 'over',
      isTest: true,
    },
    accessUrl: testAccessUrl(ports, trial),
  }
}

export function testAccessUrl(ports: Ports, { nonce }: Pick<TestPurchaseRow, 'nonce'>): string {
  return `${ports.config.publicUrl}/access/${accessToken(ports, nonce)}`
}

export function presentTestReceipt({ trial, row }: TestPurchase): Receipt {
  const { id, createdAt, email, amount, currency } = trial
  return {
    id,
    paidAt: createdAt.toISOString(),
    title: row.content.title,
    seller: row.creator.firstName,
    email,
    amount: formatDecimal(amount, currency),
    refundedAmount: formatDecimal(0, currency),
    netAmount: formatDecimal(amount, currency),
    currency,
    state: 'paid',
    isTest: true,
  }
}
