import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { limits } from '../../contract/limits.ts'
import { type FileField, maxDataUrlBytes, type Route, type Schema } from '../../contract/route.ts'
import { toLineFeeds } from '../../contract/text.ts'
import { AppError } from '../../domain/errors.ts'
import { truncate } from '../../domain/truncate.ts'
import { maxCharactersOf, propertiesOf } from './bodies.ts'
import { sha256Base64url } from './request-context.ts'

/**
 * A part of a multipart form in order of arrival: a value, or a file whose bytes must be read before the next part.
 * `requestBytes` is the length of the whole request, if known.
 */
export type FormPart =
  | { kind: 'field'; name: string; value: string }
  | { kind: 'file'; name: string; fileName: string; bytes: Readable; requestBytes?: number }

/** Bytes of a form besides its file: fields, a preview image, boundaries. */
export const formOverheadBytes = limits.maxPreviewBytes + 2 * 1024 ** 2

type Settings = { maxUploadBytes: number; memory: FormMemory; readTimeoutMs?: number }

/** The time limit for a form's fields and images, which are in memory: 10 MB at 0.7 Mbit/s. */
const defaultReadTimeoutMs = 120_000

/** The maximum bytes of all text fields together; a preview as a data URL has its own limit. */
const maxFieldsBytes = 2 * 1024 ** 2
/** A form may repeat a field a few times. */
const maxParts = 50
/** The parser allocates a search table of the boundary's size. */
const maxBoundaryCharacters = 256

/**
 * Parses the forms of an upload route: only the fields and files of the contract, each up to its limit. Throws
 * AppError at the first excess byte or unknown name, while the rest of the form is still arriving.
 */
export function formReader(
  route: Pick<Route, 'body' | 'files'>,
  { maxUploadBytes, memory, readTimeoutMs = defaultReadTimeoutMs }: Settings,
) {
  const files = route.files ?? {}
  const maxBytesOf = maxFieldBytes(route)
  const maxFileBytes = Object.values(files).map(({ maxBytes }) =>
    maxBytes === undefined ? maxUploadBytes : maxDataUrlBytes(maxBytes),
  )
  const maxFormBytes = maxFieldsBytes + maxFileBytes.reduce((sum, bytes) => sum + bytes, 0)

  return (request: FastifyRequest, personId: string) => {
    const seen: Array<SeenPart> = []
    const parts = parseMultipart(request, personId, seen)
    return { parts, ...readForm(parts, seen) }
  }

  async function* parseMultipart(
    request: FastifyRequest,
    personId: string,
    seen: Array<SeenPart>,
  ): AsyncGenerator<FormPart> {
    assertMultipart(request, maxFormBytes)
    const length = request.headers['content-length']
    const requestBytes = length === undefined ? {} : { requestBytes: Number(length) }
    const formReservation = memory.open(personId)
    // The time of a streamed file does not count.
    const readTime = { leftMs: readTimeoutMs }
    // An image leaves memory before the next part, which may be a file that takes hours.
    const imageReservation = memory.open(personId)
    const metering = { reservation: formReservation, readTime }
    const imageMetering = { reservation: imageReservation, readTime }
    let fieldsBytes = 0
    try {
      for await (const part of partsOf(request, Math.max(maxFieldsBytes, ...maxFileBytes))) {
        const name = part.fieldname
        const fileField = Object.hasOwn(files, name) ? files[name] : undefined
        if (fileField && isFile(part)) {
          const { maxBytes } = fileField
          const bytes = maxBytes
            ? metered(part.file, {
                ...imageMetering,
                maxBytes,
                tooLarge: () => imageTooLargeError(name, maxBytes),
              })
            : part.file
          const fileName = decodeFileName(part.filename ?? '')
          seen.push({ name, fileName, file: part.file })
          yield { kind: 'file', name, fileName, bytes, ...requestBytes }
          imageReservation.release()
          // A consumer that skipped the file did not see its error.
          if (bytes.errored) throw bytes.errored
          continue
        }
        const maxBytes = maxBytesOf.get(name)
        if (maxBytes === undefined || part.filename !== undefined) throw unknownFieldError(name)
        const text = await readText(part.file, {
          ...metering,
          maxBytes,
          tooLarge: () => fieldTooLongError(name),
        })
        const value = toLineFeeds(text)
        if (!fileField) fieldsBytes += Buffer.byteLength(value)
        if (fieldsBytes > maxFieldsBytes) throw new AppError('payload_too_large', 'This form is too large.')
        assertStorable(name, value)
        seen.push({ name, valueHash: sha256Base64url(value) })
        yield { kind: 'field', name, value }
      }
    } finally {
      imageReservation.release()
      formReservation.release()
    }
  }
}

type SeenPart =
  | { name: string; valueHash: string }
  | { name: string; fileName: string; file: { bytesRead: number } }

/** What a form had, to compare it with a repeated one. */
export type ReadForm = {
  /** Of the parts that were read: names, hashes of values, and names and lengths in bytes of files. */
  seen(): unknown
  /** Reads what is left of the form, and keeps nothing of it. */
  readToEnd(): Promise<void>
}

function readForm(parts: AsyncIterable<FormPart>, seen: Array<SeenPart>): ReadForm {
  return {
    seen: () =>
      seen.map((part) =>
        'file' in part ? [part.name, part.fileName, part.file.bytesRead] : [part.name, part.valueHash],
      ),
    async readToEnd() {
      for await (const part of parts) if (part.kind === 'file') part.bytes.resume()
    },
  }
}

function assertMultipart(request: FastifyRequest, maxFormBytes: number): void {
  if (!request.isMultipart())
    throw new AppError('unsupported_media_type', 'This form must be sent as multipart/form-data.')
  const boundary = /boundary="?([^";]*)/i.exec(request.headers['content-type'] ?? '')?.[1] ?? ''
  if (boundary.length === 0 || boundary.length > maxBoundaryCharacters) throw incompleteFormError()
  if (Number(request.headers['content-length'] ?? 0) > maxFormBytes) {
    throw new AppError('payload_too_large', 'This file is too large.', { file: 'This file is too large.' })
  }
}

/** Every part as a stream, also fields: the parser itself would buffer a whole field before it reports the name. */
async function* partsOf(request: FastifyRequest, maxPartBytes: number): AsyncGenerator<MultipartFile> {
  const parts = request.parts({
    isPartAFile: () => true,
    limits: {
      // The file store enforces the exact file size; one more byte lets it detect the excess.
      fileSize: maxPartBytes + 1,
      files: maxParts,
      parts: maxParts,
      headerPairs: 20,
      headerSize: 16 * 1024,
    },
  })
  try {
    for await (const part of parts) {
      if (part.type === 'file') yield part
    }
  } catch (error) {
    // The parser's own errors have a status; any other error was caused by the request.
    if (error instanceof Error && 'statusCode' in error) throw error
    throw incompleteFormError()
  }
}

/** A file part has a file name, possibly an empty one; some clients send raw bytes without. */
function isFile({ filename, mimetype }: MultipartFile): boolean {
  return filename !== undefined || mimetype === 'application/octet-stream'
}

type Metering = {
  maxBytes: number
  reservation: ByteReservation
  /** Shared by the parts of a form, so that many slow parts get no more time than one. */
  readTime: { leftMs: number }
  tooLarge: () => AppError
}

/** Passes the bytes on and counts them. Fails with AppError past a limit or the deadline. */
function metered(file: Readable, metering: Metering): Readable {
  const bytes = Readable.from(counted(file, metering), { objectMode: false })
  // Without a listener, an unhandled error event would end the process.
  bytes.on('error', () => undefined)
  return bytes
}

async function* counted(
  file: Readable,
  { maxBytes, reservation, readTime, tooLarge }: Metering,
): AsyncGenerator<Buffer> {
  const startedAt = performance.now()
  const timeout = setTimeout(() => file.destroy(formTimeoutError()), Math.max(readTime.leftMs, 1))
  let size = 0
  try {
    for await (const chunk of file) {
      size += chunk.length
      if (size > maxBytes) throw tooLarge()
      reservation.add(chunk.length)
      yield chunk
    }
  } finally {
    clearTimeout(timeout)
    readTime.leftMs -= performance.now() - startedAt
  }
}

async function readText(file: Readable, metering: Metering): Promise<string> {
  const chunks: Array<Buffer> = []
  for await (const chunk of counted(file, metering)) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function imageTooLargeError(name: string, maxBytes: number): AppError {
  const image = name === 'previewImage' ? 'preview image' : name
  const sentence = `The ${image} can’t be larger than ${Math.floor(maxBytes / 1024 ** 2)} MB.`
  return new AppError('payload_too_large', sentence, { [name]: sentence })
}

function fieldTooLongError(name: string): AppError {
  const sentence = name === 'previewImage' ? 'The preview image is too large.' : 'This text is too long.'
  return new AppError('payload_too_large', sentence, { [name]: sentence })
}

function unknownFieldError(name: string): AppError {
  return new AppError('invalid_input', `This form has no field “${truncate(String(name), 40)}”.`)
}

function formTimeoutError(): AppError {
  return new AppError('invalid_input', 'This form took too long to arrive. Please send it again.')
}

function incompleteFormError(): AppError {
  return new AppError('invalid_input', 'We didn’t receive the whole form. Please send it again.')
}

type FormRoute = { body?: Schema; files?: Record<string, FileField> }

/** A UTF-8 character takes at most 4 bytes. */
const bytesPerCharacter = 4

/** The maximum bytes of each text field of a form, by name. Fields that are not in the map are rejected. */
export function maxFieldBytes({ body = z.object({}), files = {} }: FormRoute): ReadonlyMap<string, number> {
  const max = new Map<string, number>()
  for (const [name, property] of Object.entries(propertiesOf(body))) {
    max.set(name, maxCharactersOf(property) * bytesPerCharacter)
  }
  for (const [name, { maxBytes, isDataUrlAllowed }] of Object.entries(files)) {
    if (isDataUrlAllowed && maxBytes !== undefined) max.set(name, maxDataUrlBytes(maxBytes))
  }
  return max
}

/**
 * Browsers encode quotes and line breaks in file names as `%22`, `%0D` and `%0A`, and nothing else (WHATWG,
 * multipart).
 */
function decodeFileName(fileName: string): string {
  return fileName.replace(/%22/g, '"').replace(/%0D|%0A/gi, ' ')
}

type Limits = { maxBytesPerPerson: number; maxBytes: number }

/** Two previews of the maximum size at once for a user; eight for the process. */
const defaults: Limits = { maxBytesPerPerson: 32 * 1024 ** 2, maxBytes: 128 * 1024 ** 2 }

/** Counts the bytes of a form in memory. `add` throws AppError over a limit; call `release` afterwards. */
type ByteReservation = { add(bytes: number): void; release(): void }
type FormMemory = { open(personId: string): ByteReservation }

/** Limits the memory of all open forms together. */
export function formMemory({ maxBytesPerPerson, maxBytes }: Limits = defaults): FormMemory {
  const bytesByPerson = new Map<string, number>()
  let total = 0

  return {
    open(personId) {
      let reservedBytes = 0
      return {
        add(bytes) {
          const ofPerson = (bytesByPerson.get(personId) ?? 0) + bytes
          if (ofPerson > maxBytesPerPerson)
            throw new AppError('rate_limited', 'You’re sending too many images at once. Send one at a time.')
          if (total + bytes > maxBytes)
            throw new AppError('unavailable', 'Many uploads are arriving right now. Try again in a minute.')
          bytesByPerson.set(personId, ofPerson)
          total += bytes
          reservedBytes += bytes
        },
        release() {
          const rest = (bytesByPerson.get(personId) ?? 0) - reservedBytes
          if (rest > 0) bytesByPerson.set(personId, rest)
          else bytesByPerson.delete(personId)
          total -= reservedBytes
          reservedBytes = 0
        },
      }
    },
  }
}

const errorMessage = 'This text contains a character we can’t save. Please type it again.'

/** PostgreSQL stores no NUL, and UTF-8 no half of a character, so both are rejected in every field. */
export function rejectUnstorableText(app: FastifyInstance): void {
  app.addHook('preValidation', ({ params, query, body }, _reply, done) => {
    for (const part of [params, query, body]) {
      if (Buffer.isBuffer(part) || part instanceof Readable) continue
      for (const [name, value] of Object.entries(part ?? {})) assertStorable(name, value)
    }
    done()
  })
}

/** Throws AppError if the field's name or any nested value contains NUL or a lone surrogate. */
export function assertStorable(name: string, value: unknown): void {
  if (isUnstorable([name, value])) throw new AppError('invalid_input', errorMessage, { [name]: errorMessage })
}

/** Iterative instead of recursive, because JSON may be nested deeper than the call stack. */
function isUnstorable(value: unknown): boolean {
  const stack = [value]
  while (stack.length > 0) {
    const next = stack.pop()
    if (typeof next === 'string' && (next.includes('\0') || !next.isWellFormed())) return true
    if (typeof next !== 'object' || next === null) continue
    for (const [name, inner] of Object.entries(next)) stack.push(name, inner)
  }
  return false
}
