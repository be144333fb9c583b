import type { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { limits } from '../../contract/limits.ts'
import { AppError } from '../../domain/errors.ts'
import { refuseUnfit } from './unfit-text.ts'

/**
 * A part of a multipart form in the order it arrives: a value, or a file whose bytes must be read before the next part.
 * `requestBytes` is the length of the whole request, where it states one.
 */
export type FormPart =
  | { kind: 'field'; name: string; value: string }
  | { kind: 'file'; name: string; fileName: string; bytes: Readable; requestBytes?: number }

/** Bytes that a form may take beside its file: fields, a preview picture, boundaries. */
export const formOverheadBytes = limits.maxPreviewBytes + 2 * 1024 ** 2

/** Streams the parts of a form; throws AppError for what is no form, has too many parts, or says from the start that it is too large. */
export async function* formParts(request: FastifyRequest, maxUploadBytes: number): AsyncGenerator<FormPart> {
  if (!request.isMultipart())
    throw new AppError('unsupported_media', 'Send this form as multipart/form-data.')
  const stated = request.headers['content-length']
  const requestBytes = stated === undefined ? {} : { requestBytes: Number(stated) }
  if (Number(stated ?? 0) > maxUploadBytes + formOverheadBytes) {
    throw new AppError('too_large', 'This file is too large.', { file: 'This file is too large.' })
  }
  // The file store enforces the exact size of a file; one byte more here lets it see the excess.
  const parts = request.parts({
    limits: {
      fileSize: maxUploadBytes + 1,
      files: 2,
      fields: 40,
      parts: 50,
      fieldSize: 16 * 1024 ** 2,
      fieldNameSize: 100,
    },
  })
  for await (const part of parts) {
    if (part.type === 'file') {
      const fileName = asNamed(part.filename ?? '')
      yield { kind: 'file', name: part.fieldname, fileName, bytes: part.file, ...requestBytes }
      continue
    }
    const value = String(part.value ?? '')
    refuseUnfit(part.fieldname, value)
    yield { kind: 'field', name: part.fieldname, value }
  }
}

/** Browsers write a quote and line ends in a file's name as `%22`, `%0D` and `%0A`, and nothing else (WHATWG, multipart). */
function asNamed(fileName: string): string {
  return fileName.replace(/%22/g, '"').replace(/%0D|%0A/gi, ' ')
}
