import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { Timestamp } from './schemas.ts'

/** A file on its way, or here and in no item yet. */
export const Upload = z.object({
  id: z.string(),
  name: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Bytes that are safe. */
  offset: z.int(),
  /** Hex; null until all bytes are here. */
  sha256: z.nullable(z.string()),
  createdAt: Timestamp,
  /** Untouched until then, it is removed. */
  expiresAt: Timestamp,
})
export type Upload = z.infer<typeof Upload>

const UploadParams = z.object({ uploadId: z.string().check(z.maxLength(limits.maxUploadIdLength)) })

export const createUpload = defineRoute({
  method: 'POST',
  path: '/api/uploads',
  auth: 'creator',
  transport: 'tus',
  summary:
    'Begins a resumable upload by the tus protocol, version 1.0.0: Upload-Length, and Upload-Metadata with `filename`. Answers Location.',
})

export const getUpload = defineRoute({
  method: 'GET',
  path: '/api/uploads/:uploadId',
  auth: 'creator',
  summary: 'How far an upload has come, and its SHA-256 when it is here. HEAD answers in the headers of tus.',
  params: UploadParams,
  response: Upload,
})

export const appendUpload = defineRoute({
  method: 'PATCH',
  path: '/api/uploads/:uploadId',
  auth: 'creator',
  transport: 'tus',
  summary: 'Adds bytes at Upload-Offset, as the tus protocol says.',
  params: UploadParams,
})

export const terminateUpload = defineRoute({
  method: 'DELETE',
  path: '/api/uploads/:uploadId',
  auth: 'creator',
  transport: 'tus',
  summary: 'Gives an upload up, as the tus protocol says.',
  params: UploadParams,
})

/** What a creator stores, in bytes and items, and what their plan allows. */
export const StorageAccount = z.object({
  /** Files and unfinished uploads together. A deleted file counts until it is removed, about a day later. */
  usedBytes: z.int(),
  maxBytes: z.int(),
  /** Bytes that the next upload may have; less than the difference while many uploads are unfinished. */
  remainingBytes: z.int(),
  /** What Pro would allow; null on Pro. */
  proMaxBytes: z.nullable(z.int()),
  itemCount: z.int(),
  maxItems: z.int(),
})
export type StorageAccount = z.infer<typeof StorageAccount>

export const getStorage = defineRoute({
  method: 'GET',
  path: '/api/account/storage',
  auth: 'creator',
  summary: 'Returns what the creator stores and may still store.',
  response: StorageAccount,
})
