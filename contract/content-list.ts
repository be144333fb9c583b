import * as z from 'zod/mini'
import { Category, ContentCursor, CreatorContent } from './content.ts'
import { contentSortOrders } from './content-enums.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { Id, list } from './schemas.ts'
import { SearchText } from './text.ts'

export const ContentSort = z.enum(contentSortOrders)
export type ContentSort = z.infer<typeof ContentSort>

export const listContentPage = defineRoute({
  method: 'GET',
  path: '/api/content/page',
  auth: 'creator',
  summary:
    'Returns a page of the creator’s items, including drafts, with search, filters, sorting, counts and the sales of the last 30 days.',
  query: z.object({
    /** Text in title or description, case-insensitive. */
    q: z._default(SearchText, ''),
    sort: z._default(ContentSort, 'newest'),
    category: z.optional(Category),
    /** The `next` of the previous page; opaque. */
    cursor: z.optional(ContentCursor),
    limit: z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(limits.maxPageSize)), 50),
  }),
  response: z.object({
    items: list(CreatorContent),
    /** Sales by day of the items that sold in the last 30 UTC days, oldest day first. */
    recentSales: list(z.object({ id: Id, days: list(z.int(), limits.maxListed.analyticsDays) })),
    /** Null on the last page. */
    next: z.nullable(z.string()),
    /** The number of all items, and of the matching items on all pages. */
    total: z.int(),
    matchingCount: z.int(),
    /** The categories of the creator's items. */
    categories: list(Category, limits.maxCategories),
  }),
})
