import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { PreviewImageQuery } from '../../../../contract/content.ts'
import { isActive } from '../../../../domain/access.ts'
import { AppError } from '../../../../domain/errors.ts'
import { isInlineSafe, isPdf } from '../../../../domain/file-type.ts'
import { partName } from '../../../../domain/parts.ts'
import { isBeforeRelease } from '../../../../domain/release.ts'
import { findRow } from '../../../db/rows.ts'
import { accessGrants } from '../../../db/schema/index.ts'
import { type FileResponse, fromBuffer } from '../../../http/file-response.ts'
import type { BuyerProof, FindViewer } from '../../../http/request-context.ts'
import { DamagedFileError } from '../../../ports/file-store.ts'
import type { Ports } from '../../../ports/index.ts'
import type { PartRow, StoredFile } from '../../selling/content/parts.ts'
import type { ContentRow } from '../../selling/content/repository.ts'
import { previewImageFile } from '../../selling/content/service.ts'
import { type CheckoutRow, selectBuyerCheckouts } from '../purchases/checkouts-repository.ts'
import {
  findPurchaseByOrderNumber,
  type PurchaseWithGrant,
  selectPurchasesByBuyerCookie,
} from '../purchases/repository.ts'
import { loadTestPurchase, type TestPurchase } from '../purchases/test-purchases-repository.ts'
import {
  notOutError,
  requireAccessibleContent,
  requireBoughtContent,
  requireBoughtPart,
} from './active-access.ts'
import { archiveDownload } from './archive.ts'
import { withBoughtItems } from './bundle.ts'
import { purchaseNotFound } from './buyer-proof.ts'
import { markAccessed, undoFirstAccess } from './repository.ts'
import {
  requireSignedSince,
  requireUnexpired,
  type SignedFileRequest,
  signedArchiveUrl,
  signedFileUrl,
  verifySignedUrl,
} from './signed-file-url.ts'
import { fromStore, lostFileError, openStored, undeliverableError } from './stored-file.ts'
import { requirePaid, requirePurchaseByToken } from './verify-purchase.ts'

/** The first file or text that this browser bought. Without a purchase, its open checkouts are settled first. */
export async function downloadPurchase(
  ports: Ports,
  contentId: number,
  proof: BuyerProof,
): Promise<FileResponse> {
  const bought = await findOrSettlePurchase(ports, contentId, proof)
  const row = await requireAccessibleContent(ports, bought)
  const part = requireBoughtPart(row, { paidAt: bought.purchase.paidAt, id: undefined })
  return markAccessedOnRead(ports, bought, await partDownload(ports, { row, part }, 'attachment'))
}

type AccessFileRequest = {
  disposition: 'attachment' | 'inline' | undefined
  partId: number | 'all' | undefined
  findViewer: FindViewer
}

/**
 * The signed URL to which the access page redirects for a file. A file that cannot be sent fails here already,
 * because this URL can be retried and the signed one expires.
 */
export async function accessFileUrl(
  ports: Ports,
  token: string,
  { disposition, partId, findViewer }: AccessFileRequest,
): Promise<string> {
  const { row, paidAt, ...owner } = await requireItemByToken(ports, token, findViewer)
  if (partId === 'all') return signedArchiveUrl(ports, owner, row)
  const part = requireBoughtPart(row, { paidAt, id: partId })
  const url = signedFileUrl(ports, owner, { row, part, requestedDisposition: disposition })
  if (!url) throw new AppError('not_found', 'This purchase doesn’t include a file.')
  await assertStored(ports, part)
  return url
}

/** What an access link opens now, of a purchase or of a creator's test. Throws AppError when it opens nothing. */
export async function requireItemByToken(ports: Ports, token: string, findViewer: FindViewer) {
  return (await findTestPurchaseFile(ports, token, findViewer)) ?? (await requirePurchaseFile(ports, token))
}

async function findTestPurchaseFile(ports: Ports, token: string, findViewer: FindViewer) {
  const loaded = await loadTestPurchase(ports, token, findViewer)
  if (!loaded) return undefined
  const { id, createdAt } = loaded.testPurchase
  requireTestedOut(ports, loaded)
  const row = await withBoughtItems(ports, loaded.row, { paidAt: createdAt })
  return { of: 'testPurchase' as const, orderNumber: id, paidAt: createdAt, row }
}

/** A test gives what a buyer would get now, so nothing before the release day. Throws AppError. */
export function requireTestedOut({ clock }: Pick<Ports, 'clock'>, { row }: TestPurchase): void {
  if (isBeforeRelease(row.content.releaseAt, clock.now())) throw notOutError(row)
}

async function requirePurchaseFile(ports: Ports, token: string) {
  const bought = await requirePurchaseByToken(ports, token)
  const row = await requireAccessibleContent(ports, bought)
  const { orderNumber, paidAt } = bought.purchase
  return { of: 'purchase' as const, orderNumber, paidAt, row }
}

/** The bytes of a signed URL. The grant is read for every request, so a refund ends access at the next one. */
export async function downloadBySignedUrl(ports: Ports, request: SignedFileRequest): Promise<FileResponse> {
  const { claims } = request
  verifySignedUrl(ports, 'purchase', request)
  const bought = await findPurchaseByOrderNumber(ports.db, claims.orderNumber)
  if (!bought) throw purchaseNotFound()
  requireSignedSince(request, bought.grant)
  const row = await requireAccessibleContent(ports, bought)
  const file = await claimedDownload(ports, request, { row, paidAt: bought.purchase.paidAt })
  return markAccessedOnRead(ports, bought, file)
}

/** The part that a signed URL names, or the archive of all. Throws AppError when the URL has expired. */
export async function claimedDownload(
  ports: Ports,
  request: SignedFileRequest,
  { row, paidAt }: { row: ContentRow; paidAt: Date },
): Promise<FileResponse> {
  const { part: claimed, as } = request.claims
  const part = claimed === 'all' ? undefined : requireBoughtPart(row, { paidAt, id: claimed })
  const file = part ? await partDownload(ports, { row, part }, as) : await archiveDownload(ports, row, paidAt)
  await requireUnexpired(ports, request, { etag: file.etag, key: part?.file?.key })
  return file
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

/** The interval between checks of the grant during a download. */
const pollIntervalMs = 1_000

/**
 * Passes the bytes on until access is revoked. It polls the grant instead of waiting for a notification, so it does
 * not matter which process revoked it. A brief database outage does not end the download.
 */
function abortWhenRevoked({ db, log }: Ports, purchaseId: number, bytes: Readable): Readable {
  const checkGrant = async () => {
    const grant = await findRow(db, accessGrants, { purchaseId })
    if (bytes.destroyed) return
    if (grant && !isActive(grant)) return bytes.destroy(new Error('Access was revoked during the download'))
    scheduleCheck()
  }
  let timer: NodeJS.Timeout
  const scheduleCheck = () => {
    timer = setTimeout(() => {
      checkGrant().catch((error: unknown) => {
        log.warn({ err: error, purchaseId }, 'could not check access during a download')
        if (!bytes.destroyed) scheduleCheck()
      })
    }, pollIntervalMs).unref()
  }
  scheduleCheck()
  return bytes.once('close', () => clearTimeout(timer))
}

/** Readers of PDFs look for the header in so many bytes. */
const pdfHeaderBytes = 1024
/** The part of a text that tells its encoding. */
const charsetSampleBytes = 64 * 1024

/**
 * Whether a file begins as a PDF. A byte order mark or other bytes may come before the header, but no tag: a file that is
 * also a page is not shown.
 */
export function hasPdfHeader(start: Uint8Array): boolean {
  return /^[^<]*?%PDF-/.test(new TextDecoder('latin1').decode(start))
}

/** Encodings before UTF-8, and the letters that only a text in that encoding has. */
const olderEncodings = [
  { charset: 'shift_jis', letters: /[\u3041-\u30ff]/ },
  { charset: 'euc-jp', letters: /[\u3041-\u30ff]/ },
] as const

/**
 * The encoding of a text by its first bytes: UTF-8 where they are that, otherwise an older one. A byte order mark wins in
 * every browser.
 */
export function textCharset(start: Uint8Array): string {
  if (decode('utf-8', start) !== undefined) return 'utf-8'
  const older = olderEncodings.find(({ charset, letters }) => letters.test(decode(charset, start) ?? ''))
  return older?.charset ?? 'windows-1252'
}

/** Undefined when the bytes are not in this encoding. The last character may be cut. */
function decode(charset: string, bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes, { stream: true })
  } catch {
    return undefined
  }
}

type Disposition = FileResponse['disposition']

/**
 * The bytes of a part as a response: inline when requested and the type is safe. Throws AppError when the part has
 * no bytes.
 */
export async function partDownload(
  ports: Ports,
  { row, part }: { row: ContentRow; part: PartRow },
  requested: Disposition,
): Promise<FileResponse> {
  const { file } = part
  if (!file) return textDownload(row, part)
  const { disposition, type } = await safePresentation(ports, file, requested)
  // The store does not check the grant, so its URL expires soon and a retry goes through our own.
  const { key, sizeBytes } = file
  const name = partName(part)
  const presignOptions = { name, type: file.mimeType, expiresInSeconds: 60, sizeBytes }
  return {
    name,
    type,
    size: file.sizeBytes,
    etag: file.sha256,
    disposition,
    ...(disposition === 'attachment' && {
      redirectUrl: () => fromStore(ports, file, (store) => store.presignedUrl?.(key, presignOptions)),
      internalPath: () => fromStore(ports, file, (store) => store.internalPath?.(key, { sizeBytes })),
    }),
    open: (range) => openStored(ports, file, range),
  }
}

/** Throws the error that a download would throw, for a missing or unreadable file. */
async function assertStored(ports: Ports, { file }: PartRow): Promise<void> {
  if (file) await firstBytes(ports, file, 1)
}

type Presentation = { disposition: Disposition; type: string }

/**
 * How a file is sent. A PDF is sent without the sandbox of other types, so a file that is only named .pdf is downloaded
 * instead of shown. A text is shown in the encoding of its first bytes.
 */
async function safePresentation(
  ports: Ports,
  file: StoredFile,
  requested: Disposition,
): Promise<Presentation> {
  const { mimeType: type } = file
  if (requested === 'attachment' || !isInlineSafe(type)) return { disposition: 'attachment', type }
  if (isPdf(type)) {
    const isRealPdf = hasPdfHeader(await firstBytes(ports, file, pdfHeaderBytes))
    return { disposition: isRealPdf ? 'inline' : 'attachment', type }
  }
  if (!type.startsWith('text/')) return { disposition: 'inline', type }
  const charset = textCharset(await firstBytes(ports, file, charsetSampleBytes))
  return { disposition: 'inline', type: `text/plain; charset=${charset}` }
}

async function firstBytes(ports: Ports, file: StoredFile, count: number): Promise<Buffer> {
  const bytes = await openStored(ports, file, { start: 0, end: Math.min(count, file.sizeBytes) - 1 })
  return Buffer.concat(
    await bytes.toArray().catch(async (error: unknown) => {
      throw error instanceof DamagedFileError ? await undeliverableError(ports, file) : error
    }),
  )
}

function textDownload({ content }: ContentRow, part: PartRow): FileResponse {
  if (part.url !== null)
    throw new AppError(
      'invalid_input',
      'This item is a link, so there’s nothing to download. Open it instead.',
    )
  if (part.text === null) throw lostFileError()
  const bytes = Buffer.from(part.text, 'utf8')
  return {
    name: `${part.name || content.title}.txt`,
    type: 'text/plain; charset=utf-8',
    etag: `${part.id}-${content.version}`,
    disposition: 'attachment',
    ...fromBuffer(bytes),
  }
}

type ImageRequest = { query: z.output<typeof PreviewImageQuery>; findViewer: FindViewer }

/** The preview image of a purchase, also when nobody else may see the item anymore. */
export async function getPurchasedImage(
  ports: Ports,
  token: string,
  { query, findViewer }: ImageRequest,
): Promise<FileResponse> {
  const tested = await loadTestPurchase(ports, token, findViewer)
  const row = tested?.row ?? (await requireBoughtContent(ports, await requirePurchaseByToken(ports, token)))
  return { ...(await previewImageFile(ports, row, query)), cache: 'viewer' }
}
