import { AppError } from '../../../domain/errors.ts'
import type { FileResponse } from '../../http/file-response.ts'
import type { BuyerProof, FindViewer } from '../../http/request-context.ts'
import { DamagedFileError } from '../../ports/file-store.ts'
import type { Ports } from '../../ports/index.ts'
import { type CheckoutRow, selectBuyerCheckouts } from '../purchases/checkouts-repository.ts'
import {
  findPurchaseByOrderNumber,
  type PurchaseWithGrant,
  selectPurchasesByBuyerCookie,
} from '../purchases/repository.ts'
import { loadTestPurchase } from '../purchases/test-purchases.ts'
import { abortWhenRevoked } from './abort-when-revoked.ts'
import { requireAccessibleContent } from './active-access.ts'
import { purchaseNotFound } from './buyer-proof.ts'
import { assertStored, itemDownload } from './item-download.ts'
import { markAccessed, undoFirstAccess } from './record-access.ts'
import {
  requireSignedSince,
  requireUnexpired,
  type SignedFileRequest,
  signedFileUrl,
  verifySignedUrl,
} from './signed-file-url.ts'
import { requirePaid, requirePurchaseByToken } from './verify-purchase.ts'

/** The file or text that this browser bought. Without a purchase, its open checkouts are settled first. */
export async function downloadPurchase(
  ports: Ports,
  contentId: number,
  proof: BuyerProof,
): Promise<FileResponse> {
  const bought = await findOrSettlePurchase(ports, contentId, proof)
  const row = await requireAccessibleContent(ports, bought)
  return markAccessedOnRead(ports, bought, await itemDownload(ports, row, 'attachment'))
}

/**
 * The signed URL to which the access page redirects for the file. A file that cannot be sent fails here already,
 * because this URL can be retried and the signed one expires.
 */
export async function accessFileUrl(
  ports: Ports,
  token: string,
  { disposition, findViewer }: { disposition: 'attachment' | 'inline' | undefined; findViewer: FindViewer },
): Promise<string> {
  const { row, ...owner } =
    (await findTestPurchaseFile(ports, token, findViewer)) ?? (await requirePurchaseFile(ports, token))
  const url = signedFileUrl(ports, owner, { row, requestedDisposition: disposition })
  if (!url) throw new AppError('not_found', 'This purchase doesn’t include a file.')
  await assertStored(ports, row)
  return url
}

async function findTestPurchaseFile(ports: Ports, token: string, findViewer: FindViewer) {
  const loaded = await loadTestPurchase(ports, token, findViewer)
  return loaded && { of: 'testPurchase' as const, orderNumber: loaded.testPurchase.id, row: loaded.row }
}

async function requirePurchaseFile(ports: Ports, token: string) {
  const bought = await requirePurchaseByToken(ports, token)
  const row = await requireAccessibleContent(ports, bought)
  return { of: 'purchase' as const, orderNumber: bought.purchase.orderNumber, row }
}

/** The bytes of a signed URL. The grant is read for every request, so a refund ends access at the next one. */
export async function downloadBySignedUrl(ports: Ports, request: SignedFileRequest): Promise<FileResponse> {
  const { claims } = request
  verifySignedUrl(ports, 'purchase', request)
  const bought = await findPurchaseByOrderNumber(ports.db, claims.orderNumber)
  if (!bought) throw purchaseNotFound()
  requireSignedSince(request, bought.grant)
  const row = await requireAccessibleContent(ports, bought)
  const file = await itemDownload(ports, row, claims.as)
  await requireUnexpired(ports, request, { etag: file.etag, key: row.file?.key })
  return markAccessedOnRead(ports, bought, file)
}

async function findOrSettlePurchase(
  ports: Ports,
  contentId: number,
  proof: BuyerProof,
): Promise<PurchaseWithGrant> {
  if (!proof.cookieHash) throw purchaseNotFound()
  const buyer = { buyerCookieHash: proof.cookieHash, contentId }
  const owned = await selectPurchasesByBuyerCookie(ports.db, buyer)
  const purchase = owned.find(({ grant }) => grant.revokedAt === null) ?? owned[0]
  if (purchase) return purchase

  return settleOpenCheckouts(ports, await selectBuyerCheckouts(ports.db, buyer))
}

/** The maximum number of a browser's open checkouts that are settled before a download. */
const maxSettledCheckouts = 5

/** Reads each open checkout at the provider, newest first, because any may be paid. */
async function settleOpenCheckouts(
  ports: Ports,
  openCheckouts: Array<CheckoutRow>,
): Promise<PurchaseWithGrant> {
  const open = openCheckouts
    .filter(({ state }) => state === 'open' || state === 'processing')
    .slice(0, maxSettledCheckouts)
  let lastError: unknown = purchaseNotFound()
  for (const { providerPaymentId } of open) {
    if (!providerPaymentId) continue
    try {
      return await requirePaid(ports, providerPaymentId)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code === 'payment_pending' || error.code === 'provider_unavailable') lastError = error
    }
  }
  throw lastError
}

/** Marks the purchase as accessed once bytes are sent; HEAD, 304 and 404 do not count. */
function markAccessedOnRead(ports: Ports, bought: PurchaseWithGrant, file: FileResponse): FileResponse {
  const { redirectUrl, internalPath } = file
  const marked = (find: () => Promise<string | undefined>) => async () => {
    const address = await find()
    if (address) await markAccessed(ports.db, bought, ports.clock.now())
    return address
  }
  return {
    ...file,
    ...(redirectUrl && { redirectUrl: marked(redirectUrl) }),
    ...(internalPath && { internalPath: marked(internalPath) }),
    async open(range) {
      const bytes = await file.open(range)
      const openedAt = ports.clock.now()
      await markAccessed(ports.db, bought, openedAt).catch((error: unknown) => {
        bytes.destroy()
        throw error
      })
      bytes.once('error', (error) => {
        if (!(error instanceof DamagedFileError)) return
        undoFirstAccess(ports.db, bought, openedAt).catch((failure: unknown) =>
          ports.log.error({ err: failure }, 'the access to a damaged file could not be taken back'),
        )
      })
      return abortWhenRevoked(ports, bought.purchase.id, bytes)
    },
  }
}
