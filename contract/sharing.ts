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

export const getPondPicture = defineRoute({
  method: 'GET',
  path: '/p/:id/pond.jpg',
  auth: 'public',
  transport: 'file',
  summary:
    'Returns the drawn cover of an item as JPEG, 1072 by 670, for readers that show no SVG, such as mail programs; with `as=thumb` as a square of 96 for lists. `v` is its version.',
  params: IdParams,
  query: z.object({
    as: z._default(z.enum(['cover', 'thumb']), 'cover'),
    v: z.optional(z.string().check(z.maxLength(64))),
  }),
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

/** The maximum number of addresses in one sitemap. sitemaps.org allows 50,000, but 30,000 took 120 ms to write. */
export const maxSitemapUrls = 10_000

export const getRobots = defineRoute({
  method: 'GET',
  path: '/robots.txt',
  auth: 'public',
  transport: 'file',
  summary: 'Returns the rules for crawlers, with the address of the sitemap.',
})

export const getSitemap = defineRoute({
  method: 'GET',
  path: '/sitemap.xml',
  auth: 'public',
  transport: 'file',
  summary:
    'Returns the addresses of creators and published items (sitemaps.org), or an index of the sitemaps below when there are more than fit into one.',
})

export const getCreatorSitemap = defineRoute({
  method: 'GET',
  path: '/sitemap/creators.xml',
  auth: 'public',
  transport: 'file',
  summary: 'Returns the addresses of the creators after a handle.',
  query: z.object({ after: z._default(z.string().check(z.regex(/^[a-z0-9_]{0,64}$/)), '') }),
})

export const getItemSitemap = defineRoute({
  method: 'GET',
  path: '/sitemap/items.xml',
  auth: 'public',
  transport: 'file',
  summary: 'Returns the addresses of the published items after an id.',
  query: z.object({ after: z._default(z.coerce.number().check(z.int(), z.gte(0)), 0) }),
})
