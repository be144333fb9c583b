import type { PublicContent } from '../../../../contract/content.ts'
import { limits } from '../../../../contract/limits.ts'
import { AppError } from '../../../../domain/errors.ts'
import { resolveAmount } from '../../../../domain/price.ts'
import type { FileResponse } from '../../../http/file-response.ts'
import { incrementCounter, type RateLimit } from '../../../http/rate-limit.ts'
import type { FindViewer, Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { contentNotFoundError, requireOwnContent } from '../../selling/content/guards.ts'
import { type ContentRow, lockContent } from '../../selling/content/repository.ts'
import { presentTipPage } from '../../selling/content/service.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { withBoughtItems } from '../access/bundle.ts'
import { purchaseNotFound } from '../access/buyer-proof.ts'
import { claimedDownload, requireTestedOut } from '../access/download.ts'
import { type SignedFileRequest, verifySignedUrl } from '../access/signed-file-url.ts'
import { accessToken, newGrant } from '../purchases/access-token.ts'
import {
  findTestPurchaseById,
  insertTestPurchase,
  loadTestPurchaseContent,
  mayTest,
} from '../purchases/test-purchases-repository.ts'

/** The creator's own item, also a draft. Throws AppError `not_found` for one that nobody may see. */
export async function getTestPurchasePreview(
  ports: Ports,
  viewer: Viewer,
  id: number,
): Promise<PublicContent> {
  return presentTipPage(ports, await requireTestable(ports, viewer, id))
}

async function requireTestable(ports: Ports, viewer: Viewer, id: number): Promise<ContentRow> {
  const row = await requireOwnContent(ports, viewer, id)
  if (!(await mayTest(ports, row))) throw contentNotFoundError()
  return row
}

export function testPurchaseRateLimits(viewer: Viewer | undefined): Array<RateLimit> {
  return viewer
    ? [{ key: `test-purchase/${viewer.id}`, max: limits.maxTestPurchasesPerHour, windowMs: 3_600_000 }]
    : []
}

/**
 * A purchase without a card: the provider is not called, nothing is booked or counted. The access page, file and
 * email go to the creator. Returns the access page's URL.
 */
export async function createTestPurchase(
  ports: Ports,
  viewer: Viewer | undefined,
  { contentId, amount }: { contentId: number; amount: string | undefined },
): Promise<string> {
  if (!viewer) throw new AppError('unauthorized', 'Sign in to see your item as a buyer.')
  const { content } = await requireTestable(ports, viewer, contentId)
  const due = resolveAmount(content, amount, ports.paymentProvider.chargeLimits(content.currency))

  const { nonce, tokenHash } = newGrant(ports)
  const { email } = viewer
  await ports.db.transaction(async (tx) => {
    await lockContent(tx, { id: contentId, creatorId: viewer.id })
    const id = await insertTestPurchase(tx, ports, {
      contentId,
      creatorId: viewer.id,
      amount: due,
      currency: content.currency,
      buyerEmail: email,
      tokenNonce: nonce,
      tokenHash,
      createdAt: ports.clock.now(),
    })
    // The address may not be the creator's own: a provider's account need not have a verified one.
    const key = `test-purchase-emails/${viewer.id}`
    const emailCount = await incrementCounter(tx, { key, windowMs: 24 * 3_600_000 }, ports.clock.now())
    if (emailCount > limits.maxTestPurchaseEmailsPerDay) return
    await sendEmail(tx, ports, {
      kind: 'test_purchase_access',
      dedupeKey: `test-purchase/${id}`,
      to: email,
      data: { testPurchaseId: id },
      lane: 0,
    })
  })
  return `/access/${accessToken(ports, nonce)}`
}

/** The bytes of a test purchase by its signed URL. */
export async function downloadTestPurchase(
  ports: Ports,
  request: SignedFileRequest,
  findViewer: FindViewer,
): Promise<FileResponse> {
  const { claims } = request
  verifySignedUrl(ports, 'testPurchase', request)
  const testPurchaseRow = await findTestPurchaseById(ports.db, claims.orderNumber, ports.clock.now())
  const testPurchase = testPurchaseRow && (await loadTestPurchaseContent(ports, testPurchaseRow, findViewer))
  if (!testPurchase) throw purchaseNotFound()
  requireTestedOut(ports, testPurchase)
  const { row } = testPurchase
  const paidAt = testPurchaseRow.createdAt
  return claimedDownload(ports, request, { row: await withBoughtItems(ports, row, { paidAt }), paidAt })
}
