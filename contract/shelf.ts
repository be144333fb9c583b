import { z } from 'zod'
import { sorts } from './choices.ts'
import { Category, OwnContent } from './content.ts'
import { limits } from './limits.ts'
import { route } from './route.ts'

export const Sort = z.enum(sorts)
export type Sort = z.infer<typeof Sort>

export const listContentPage = route({
  method: 'GET',
  path: '/api/content/page',
  access: 'creator',
  summary: "A page of the creator's items, drafts included: searched, filtered, in order, with the counts.",
  query: z.object({
    /** Stands in title or description; letters' case does not matter. */
    q: z.string().trim().max(limits.searchText, `At most ${limits.searchText} characters`).default(''),
    sort: Sort.default('newest'),
    category: Category.optional(),
    /** `next` of the page before; opaque. */
    cursor: z.string().max(300, 'Not a valid page').optional(),
    limit: z.coerce.number().int().min(1).max(limits.pageSize).default(50),
  }),
  reply: z.object({
    items: z.array(OwnContent),
    /** Null on the last page. */
    next: z.string().nullable(),
    /** All items there are, and those that match, on all pages. */
    total: z.number().int(),
    matching: z.number().int(),
    /** The categories that occur at all. */
    categories: z.array(Category),
  }),
})
