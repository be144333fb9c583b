import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { Timestamp } from './schemas.ts'

/** The files of the upload form. Not among the routes of items, which pages call without these limits. */
export const uploadFiles = {
  previewImage: { maxBytes: limits.maxPreviewBytes, isDataUrlAllowed: true },
  file: {},
}

/** An upload, unfinished or not yet used by an item. */
export const Upload = z.object({
  id: z.string(),
  name: z.string(),
  /** In bytes. */
  size: z.int(),
  /** Bytes stored. */
  offset: z.int(),
  /** Hex; null until the upload is complete. */
  sha256: z.nullable(z.string()),
  createdAt: Timestamp,
  /** When the upload is removed, unless more bytes arrive before. */
  expiresAt: Timestamp,
})
export type Upload = z.infer<typeof Upload>

const UploadParams = z.object({ uploadId: z.string().check(z.maxLength(limits.maxUploadIdLength)) })

export const createUpload = defineRoute({
  method: 'POST',
  path: '/api/uploads',
  auth: 'creator',
  scope: 'items:write',
  transport: 'tus',
  summary:
    'Starts a resumable upload with the tus protocol, version 1.0.0. Send Upload-Length, and Upload-Metadata with `filename`. Responds with Location.',
})

export const getUpload = defineRoute({
  method: 'GET',
  path: '/api/uploads/:uploadId',
  auth: 'creator',
  scope: 'items:read',
  summary: 'Returns an upload’s progress, and its SHA-256 once complete. HEAD responds with tus headers.',
  params: UploadParams,
  response: Upload,
})

export const appendUpload = defineRoute({
  method: 'PATCH',
  path: '/api/uploads/:uploadId',
  auth: 'creator',
  scope: 'items:write',
  transport: 'tus',
  summary: 'Appends bytes at Upload-Offset, per the tus protocol.',
  params: UploadParams,
})

export const terminateUpload = defineRoute({
  method: 'DELETE',
  path: '/api/uploads/:uploadId',
  auth: 'creator',
  scope: 'items:write',
  transport: 'tus',
  summary: 'Cancels an upload, per the tus protocol.',
  params: UploadParams,
})

/** A creator's storage in bytes and items, with the limits of their plan. */
export const StorageAccount = z.object({
  /** Files and unfinished uploads together. A deleted file counts until it is removed, about a day later. */
  usedBytes: z.int(),
  maxBytes: z.int(),
  /** The maximum bytes of the next upload; less than the difference while many uploads are unfinished. */
  remainingBytes: z.int(),
  /** The limit with Pro; null on Pro. */
  proMaxBytes: z.nullable(z.int()),
  itemCount: z.int(),
  maxItems: z.int(),
})
export type StorageAccount = z.infer<typeof StorageAccount>

export const getStorage = defineRoute({
  method: 'GET',
  path: '/api/account/storage',
  auth: 'creator',
  scope: 'items:read',
  summary: 'Returns what the creator stores and may still store.',
  response: StorageAccount,
})
