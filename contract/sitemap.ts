import * as z from 'zod/mini'
import { defineRoute } from './route.ts'

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
