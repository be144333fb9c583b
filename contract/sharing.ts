import * as z from 'zod/mini'
import { defineRoute } from './route.ts'
import { IdParams } from './schemas.ts'

export const getShareCard = defineRoute({
  method: 'GET',
  path: '/p/:id/card.png',
  auth: 'public',
  transport: 'file',
  summary: 'Returns the preview image for a shared tip link, 1200 by 630. `v` is its version.',
  params: IdParams,
  query: z.object({ v: z.optional(z.string().check(z.maxLength(64))) }),
})

export const getQrCode = defineRoute({
  method: 'GET',
  path: '/p/:id/qr.svg',
  auth: 'public',
  transport: 'file',
  summary: 'Returns a QR code for the tip link.',
  params: IdParams,
})

export const getOembed = defineRoute({
  method: 'GET',
  path: '/oembed',
  auth: 'public',
  summary: 'Returns oEmbed JSON for a tip link (oembed.com).',
  query: z.object({
    url: z.string().check(z.maxLength(2_000)),
    format: z.optional(z.string().check(z.maxLength(10))),
  }),
  response: z.object({
    version: z.literal('1.0'),
    type: z.literal('link'),
    title: z.string(),
    author_name: z.optional(z.string()),
    provider_name: z.string(),
    provider_url: z.string(),
    /** In seconds. */
    cache_age: z.int(),
    thumbnail_url: z.string(),
    thumbnail_width: z.int(),
    thumbnail_height: z.int(),
  }),
})
