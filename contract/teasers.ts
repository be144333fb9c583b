import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams, list } from './schemas.ts'

export const TeaserPicture = z.object({ id: Id, url: z.string(), width: z.int(), height: z.int() })
export type TeaserPicture = z.infer<typeof TeaserPicture>

/** A sample of a recording, and where it lies in the recording, where that is known. */
export const RecordingSample = z.object({
  url: z.string(),
  seconds: z.int(),
  startSeconds: z.nullable(z.number()),
  recordingSeconds: z.nullable(z.int()),
  /** The waveform of the whole recording, as `domain/waveform.ts` writes it. */
  peaks: z.nullable(z.string()),
})

/** The part of an item that everyone may see before paying, as chosen by its creator. */
export const Teaser = z.object({
  /** The first words of a text. */
  text: z.nullable(z.string()),
  /** Up to five, in the creator's order. */
  pictures: list(TeaserPicture, limits.maxTeaserPictures),
  /** The first pages of a PDF, as small images. */
  pages: list(TeaserPicture, limits.maxTeaserPages),
  audio: z.nullable(RecordingSample),
  video: z.nullable(z.extend(RecordingSample, { width: z.int(), height: z.int() })),
})
export type Teaser = z.infer<typeof Teaser>

/** The creator's choice as form fields: a number, or empty for none. */
const CountField = z._default(z.string().check(z.trim(), z.regex(/^\d{0,5}$/, 'Enter a number')), '')
export const teaserFields = {
  /** The number of first words of a text. */
  teaserWords: CountField,
  /** The length of a sample of audio or video, and where it starts. */
  teaserSeconds: CountField,
  teaserStartSecond: CountField,
  /** The number of first pages of a PDF. */
  teaserPages: CountField,
}

/** The state of an item's sample. `pending` has not started. */
export const TeaserState = z.object({
  teaserStatus: z.enum(['none', 'pending', 'making', 'ready', 'failed']),
  /** Why there is no sample, as a sentence; empty unless it failed. */
  teaserError: z.string(),
})
export type TeaserState = z.infer<typeof TeaserState>

export const getTeaserState = defineRoute({
  method: 'GET',
  path: '/api/content/:id/teaser-state',
  auth: 'creator',
  scope: 'items:read',
  summary: 'Returns how far the sample of the creator’s own item is.',
  params: IdParams,
  response: TeaserState,
})

export const retryTeaser = defineRoute({
  method: 'POST',
  path: '/api/content/:id/teaser-state',
  auth: 'creator',
  scope: 'items:write',
  summary: 'Makes the sample of the creator’s own item again after it failed.',
  params: IdParams,
  response: TeaserState,
})

export const getTeaserPart = defineRoute({
  method: 'GET',
  path: '/api/content/:id/teaser/:partId',
  auth: 'public',
  transport: 'file',
  summary: 'Returns a sample or an image of a published item that its creator gives away.',
  params: z.object({ id: Id, partId: Id }),
  query: z.object({ v: z.optional(z.string().check(z.maxLength(64))) }),
})

const Pictures = z.object({ pictures: list(TeaserPicture, limits.maxTeaserPictures) })

export const listTeaserPictures = defineRoute({
  method: 'GET',
  path: '/api/content/:id/teaser-pictures',
  auth: 'creator',
  scope: 'items:read',
  summary: 'Lists the preview images of the creator’s own item.',
  params: IdParams,
  response: Pictures,
})

export const addTeaserPicture = defineRoute({
  method: 'POST',
  path: '/api/content/:id/teaser-pictures',
  auth: 'creator',
  scope: 'items:write',
  transport: 'multipart',
  summary: `Adds a preview image, up to ${limits.maxTeaserPictures}. It is re-encoded and its metadata removed.`,
  params: IdParams,
  files: { picture: { maxBytes: limits.maxPreviewBytes } },
  response: Pictures,
})

export const removeTeaserPicture = defineRoute({
  method: 'DELETE',
  path: '/api/content/:id/teaser-pictures/:partId',
  auth: 'creator',
  scope: 'items:write',
  summary: 'Removes a preview image.',
  params: z.object({ id: Id, partId: Id }),
  response: Pictures,
})
