import { limits } from '../../../../contract/limits.ts'
import type { OrderNumber } from '../../../../contract/order-number.ts'
import { getFile } from '../../../../contract/purchases.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { getTestPurchaseFile } from '../../../../contract/test-purchases.ts'
import { AppError } from '../../../../domain/errors.ts'
import { isInlineSafe, sanitizeFileName } from '../../../../domain/file-type.ts'
import { partName } from '../../../../domain/parts.ts'
import { acceptedSecrets } from '../../../http/cookies.ts'
import { timingSafeEquals } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import type { PartRow } from '../../selling/content/parts.ts'
import type { ContentRow } from '../../selling/content/repository.ts'
import { type FileOwnerKind, type SignedFileClaims, signFileUrl } from '../purchases/access-token.ts'
import type { GrantRow } from '../purchases/repository.ts'
import { archiveName } from './archive.ts'
import { purchaseNotFound } from './buyer-proof.ts'

/**
 * A new signed URL of a part with a file, or of a text as a file; null for a link. Inline if requested, or by default for
 * a part to view, and if the type is safe; otherwise as an attachment.
 */
export function signedFileUrl(
  ports: SigningPorts,
  { of: owner, orderNumber }: FileOwner,
  {
    row: { content },
    part,
    requestedDisposition,
  }: { row: ContentRow; part: PartRow; requestedDisposition?: 'attachment' | 'inline' | undefined },
): string | null {
  const fileName = part.file ? partName(part) : textFileName(part, content)
  if (!fileName) return null
  const preferred = requestedDisposition ?? (part.access === 'download' ? 'attachment' : 'inline')
  const disposition = part.file && isInlineSafe(part.file.mimeType) ? preferred : 'attachment'
  return signedUrl(ports, { of: owner, orderNumber }, { part: part.id, fileName, as: disposition })
}

/** A new signed URL of the archive of all parts. */
export function signedArchiveUrl(ports: SigningPorts, owner: FileOwner, row: ContentRow): string {
  return signedUrl(ports, owner, { part: 'all', fileName: archiveName(row), as: 'attachment' })
}

type SigningPorts = Pick<Ports, 'secret' | 'clock'>
type FileOwner = { of: FileOwnerKind; orderNumber: OrderNumber }

function signedUrl(
  ports: SigningPorts,
  { of: owner, orderNumber }: FileOwner,
  { fileName, ...signed }: Pick<SignedFileClaims, 'part' | 'as'> & { fileName: string },
): string {
  const expires = ports.clock.now().getTime() + limits.signedUrlTtlMs
  const signature = signFileUrl(ports, owner, { orderNumber, ...signed, expires })
  return buildUrl(owner === 'purchase' ? getFile : getTestPurchaseFile, {
    params: { orderNumber, part: signed.part, fileName },
    query: { as: signed.as, expires, signature },
  })
}

function textFileName({ name, text }: PartRow, { title }: ContentRow['content']): string | undefined {
  return text === null ? undefined : sanitizeFileName(`${name || title}.txt`, limits.maxFileNameLength)
}

export type SignedFileRequest = {
  claims: SignedFileClaims & { signature: string }
  headers: { range?: string | undefined; 'if-range'?: string | undefined }
}

/**
 * Throws AppError: 404 for a wrong signature, 403 for an expired URL. A signature of a replaced secret is accepted. A
 * request for the rest of a file may come later than others; `requireUnexpired` decides when the file is known.
 */
export function verifySignedUrl(
  ports: Pick<Ports, 'secret' | 'clock' | 'config'>,
  owner: FileOwnerKind,
  { claims: { signature, ...claims }, headers }: SignedFileRequest,
): void {
  const isSigned = acceptedSecrets(ports).some((secret) =>
    timingSafeEquals(signFileUrl({ secret }, owner, claims), signature),
  )
  if (!isSigned) throw purchaseNotFound()
  const { range, 'if-range': ifRange } = headers
  const canResume = ifRange !== undefined && /^bytes=(\d+-\d*|-\d+)$/.test(range ?? '')
  const extraMs = canResume ? limits.resumableUrlTtlMs - limits.signedUrlTtlMs : 0
  if (claims.expires + extraMs < ports.clock.now().getTime()) throw expiredError()
}

/**
 * Throws AppError when the URL has expired, unless the request is for the rest of this same file: `If-Range` has its ETag,
 * or the one with which the store or a proxy sent its beginning. Call it after `verifySignedUrl`.
 */
export async function requireUnexpired(
  { clock, fileStore }: Pick<Ports, 'clock' | 'fileStore'>,
  { claims, headers }: SignedFileRequest,
  { etag, key }: { etag: string; key: string | undefined },
): Promise<void> {
  if (claims.expires >= clock.now().getTime()) return
  const ifRange = headers['if-range']
  if (ifRange === `"${etag}"`) return
  if (key === undefined || claims.as !== 'attachment' || ifRange !== (await fileStore.sentEtag?.(key)))
    throw expiredError()
}

/** Throws AppError when the URL was signed before the purchase's access token was replaced. */
export function requireSignedSince(
  { claims }: Pick<SignedFileRequest, 'claims'>,
  { tokenReplacedAt }: Pick<GrantRow, 'tokenReplacedAt'>,
): void {
  if (tokenReplacedAt && claims.expires - limits.signedUrlTtlMs < tokenReplacedAt.getTime())
    throw expiredError()
}

const expiredError = () =>
  new AppError('expired', 'This download link has expired. Open your access link to get a new one.')
