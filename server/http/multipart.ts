import { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { maxDataUrlBytes, type Route } from '../../contract/route.ts'
import { toLineFeeds } from '../../contract/text.ts'
import { AppError } from '../../domain/errors.ts'
import { truncate } from '../../domain/truncate.ts'
import { decodeFileName, maxFieldBytes } from './form-fields.ts'
import type { ByteReservation, FormMemory } from './form-memory.ts'
import { assertStorable } from './reject-unstorable.ts'

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

  return async function* parseMultipart(request: FastifyRequest, personId: string): AsyncGenerator<FormPart> {
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
        yield { kind: 'field', name, value }
      }
    } finally {
      imageReservation.release()
      formReservation.release()
    }
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
