import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isPdf, isRecording } from '../../domain/file-type.ts'
import type { Segment } from '../../domain/segments.ts'
import type { ByteRange } from '../ports/file-store.ts'
import { sandboxedPolicy } from './content-security-policy.ts'
import { exactBytes } from './exact-bytes.ts'

/** A file response. `etag` has no quotes; `open` returns the bytes, or a range of them. */
export type FileResponse = {
  name: string
  type: string
  size: number
  etag: string
  disposition: 'attachment' | 'inline'
  /**
   * `immutable` for a URL whose content never changes and is never taken down, `hour` for a public file, `minute` for what can be
   * taken down, `viewer` for what only this viewer may see; otherwise the response is not cached.
   */
  cache?: keyof typeof cacheControl
  /** What a public file shows, so that a CDN can remove it by tag. */
  tags?: Array<string>
  /** Whether pages of other sites may embed it. Emails that are drawn by a browser engine are such pages. */
  isEmbeddable?: boolean
  open(range?: ByteRange): Promise<Readable>
  /** A presigned URL of the store for a download; undefined when there is none. */
  redirectUrl?(): Promise<string | undefined>
  /** The path under which the proxy sends the file for us; undefined when it does not. */
  internalPath?(): Promise<string | undefined>
}

const cacheControl = {
  immutable: 'public, max-age=31536000, immutable',
  hour: 'public, max-age=3600',
  // Browsers and CDNs then ask again, and get a 304 by the ETag, or a 404.
  minute: 'public, max-age=60, must-revalidate',
  viewer: 'private, no-cache',
}

/** The size and `open` of a file in memory. */
export function fromBuffer(bytes: Buffer): Pick<FileResponse, 'size' | 'open'> {
  return {
    size: bytes.length,
    open: async (range) => Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  }
}

/** A generated file in memory, to be downloaded. */
export function attachment(name: string, { type, bytes }: { type: string; bytes: Buffer }): FileResponse {
  return { name, type, etag: contentEtag(bytes), disposition: 'attachment', ...fromBuffer(bytes) }
}

/** An ETag computed from the bytes, for generated files. */
export function contentEtag(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('base64url')
}

/** An ETag of a file that is computed from stored ones, which never change. */
export function segmentsEtag(segments: ReadonlyArray<Segment>): string {
  const hash = createHash('sha256')
  for (const segment of segments) {
    if ('key' in segment) hash.update(`\n${segment.key} ${segment.start} ${segment.end}\n`)
    else hash.update(segment.bytes)
  }
  return hash.digest('base64url')
}

/** Sends a file by RFC 9110: 200, 206 or 416; Range, If-Range, If-None-Match, HEAD. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: FileResponse,
  origins: string,
) {
  const setFileHeaders = () => setHeaders(reply, file, origins)
  const etag = `"${file.etag}"`
  if (request.headers['if-none-match'] === etag && request.method !== 'POST') {
    return setFileHeaders().code(304).send()
  }
  const redirect = request.method === 'GET' ? await file.redirectUrl?.() : undefined
  if (redirect) return setFileHeaders().redirect(redirect, 302)

  const internalPath = request.method === 'GET' ? await file.internalPath?.() : undefined
  // The proxy replaces this response's body, and answers ranges.
  if (internalPath) return setFileHeaders().header('x-accel-redirect', internalPath).send('')

  const range = request.method === 'POST' ? 'whole' : parseRange(request.headers, file.size, etag)
  if (range === 'unsatisfiable') {
    const total = `bytes */${file.size}`
    return setFileHeaders().code(416).header('content-range', total).type('text/plain').send('')
  }
  const length = range === 'whole' ? file.size : range.end - range.start + 1
  // Opened before any header is set, so that the error for a missing file is not an attachment.
  const bytes = await bodyFor(request, file, { length, ...(range !== 'whole' && { range }) })
  setFileHeaders().header('content-length', length)
  if (range === 'whole') return reply.send(bytes)
  return reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`).send(bytes)
}

/** Sets type, disposition, caching and CSP. */
function setHeaders(reply: FastifyReply, file: FileResponse, origins: string): FastifyReply {
  const { tags = [] } = file
  if (tags.length > 0) reply.header('cache-tag', tags.join(',')).header('surrogate-key', tags.join(' '))
  const isPdfView = file.disposition === 'inline' && isPdf(file.type)
  // The reader of PDFs in a sandboxed frame and the player in a recording's own tab have no origin, so their requests
  // are those of another site. The signature in the URL decides who may read the file.
  const isReadWithoutOrigin = isPdfView || (file.disposition === 'inline' && isRecording(file.type))
  if (file.isEmbeddable || isReadWithoutOrigin) reply.header('cross-origin-resource-policy', 'cross-origin')
  if (isReadWithoutOrigin)
    reply
      .header('access-control-allow-origin', '*')
      .header('access-control-expose-headers', 'accept-ranges, content-range')
  return reply
    .header('accept-ranges', 'bytes')
    .header('etag', `"${file.etag}"`)
    .header('content-disposition', contentDisposition(file.disposition, file.name))
    .header(
      'content-security-policy',
      isPdfView ? pdfPolicy : sandboxedPolicy('sandbox', closedPolicy, origins),
    )
    .header('cache-control', file.cache ? cacheControl[file.cache] : 'private, no-store')
    .type(file.type)
}

const closedPolicy = "default-src 'none'; style-src 'unsafe-inline'; media-src 'self'; img-src 'self'"
/** Without `sandbox`, because WebKit's PDF viewer shows an empty page in it. Only verified PDFs get this policy. */
const pdfPolicy = `${closedPolicy}; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`

/** HEAD reads nothing. An empty stream is returned, because the length of a string would replace ours. */
async function bodyFor(
  { method }: FastifyRequest,
  file: FileResponse,
  { range, length }: { range?: ByteRange; length: number },
): Promise<Readable> {
  return method === 'HEAD' ? Readable.from([]) : exactBytes(await file.open(range), length)
}

/**
 * Parses a single byte range; several ranges, other units and stale copies (If-Range) get the whole file, as the RFC
 * allows.
 */
function parseRange(
  headers: FastifyRequest['headers'],
  size: number,
  etag: string,
): ByteRange | 'whole' | 'unsatisfiable' {
  const ifRange = headers['if-range']
  if (ifRange !== undefined && ifRange !== etag) return 'whole'
  const match = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return 'whole'

  const [, from, to] = match
  if (from === '') {
    const last = Number(to)
    return last === 0 || size === 0 ? 'unsatisfiable' : { start: Math.max(0, size - last), end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  if (start >= size) return 'unsatisfiable'
  return start > end ? 'whole' : { start, end }
}

/** By RFC 6266 and 5987: a plain ASCII name for old clients, and the encoded real one. */
export function contentDisposition(disposition: 'attachment' | 'inline', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${disposition}; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** A file generated while it is sent: its size is unknown and ranges are not supported. */
export type StreamedFile = { name: string; type: string; createStream: () => Readable }

export function isStreamedFile(file: FileResponse | StreamedFile): file is StreamedFile {
  return 'createStream' in file
}

type TakeTurn = (request: FastifyRequest) => Promise<() => void>

/** Sends it as an attachment that is not cached, when it is its turn. HEAD generates nothing. */
export async function sendStreamedFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { file: { name, type, createStream }, takeTurn }: { file: StreamedFile; takeTurn: TakeTurn },
) {
  const isHead = request.method === 'HEAD'
  const leave = isHead ? undefined : await takeTurn(request)
  reply.type(type).header('content-disposition', contentDisposition('attachment', name))
  reply.header('cache-control', 'private, no-store')
  if (!leave) return reply.send('')
  // Fastify destroys the stream when the connection closes, also of one that has closed before.
  return reply.send(createStream().once('close', leave))
}
