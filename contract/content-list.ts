import { z } from 'zod'
import { Category, CreatorContent } from './content.ts'
import { contentSortOrders } from './content-enums.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'

export const ContentSort = z.enum(contentSortOrders)
export type ContentSort = z.infer<typeof ContentSort>

export const listContentPage = defineRoute({
  method: 'GET',
  path: '/api/content/page',
  auth: 'creator',
  summary: "A page of the creator's items, drafts included: searched, filtered, in order, with the counts.",
  query: z.object({
    /** Stands in title or description; letters' case does not matter. */
    q: z
      .string()
      .trim()
      .max(limits.maxSearchLength, `At most ${limits.maxSearchLength} characters`)
      .default(''),
    sort: ContentSort.default('newest'),
    category: Category.optional(),
    /** `next` of the page before; opaque. */
    cursor: z.string().max(300, 'Not a valid page').optional(),
    limit: z.coerce.number().int().min(1).max(limits.maxPageSize).default(50),
  }),
  response: z.object({
    items: z.array(CreatorContent),
    /** Null on the last page. */
    next: z.string().nullable(),
    /** All items there are, and those that match, on all pages. */
    total: z.number().int(),
    matchingCount: z.number().int(),
    /** The categories that occur at all. */
    categories: z.array(Category),
  }),
})
