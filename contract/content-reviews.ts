import * as z from 'zod/mini'
import { ContentForEditing } from './content-edit.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams, list, requiredReason, Timestamp } from './schemas.ts'

/** An item that waits for review, with everything a buyer gets. */
export const PendingReview = z.object({
  item: ContentForEditing,
  creator: z.object({ id: Id, name: z.nullable(z.string()), email: z.string() }),
  requestedAt: Timestamp,
})
export type PendingReview = z.infer<typeof PendingReview>

export const listPendingReviews = defineRoute({
  method: 'GET',
  path: '/api/admin/reviews',
  auth: 'admin',
  summary: 'Lists items that wait for review before their first publication, oldest first, up to 10.',
  response: z.object({
    total: z.int(),
    reviews: list(PendingReview, limits.maxListed.pendingReviews),
  }),
})

export const getReviewedFile = defineRoute({
  method: 'GET',
  path: '/api/admin/reviews/:id/file',
  auth: 'admin',
  transport: 'file',
  summary: 'Returns the file of an item that waits for review.',
  params: IdParams,
})

/** The reviewed version: rejected when the item was changed since. */
const version = z.int().check(z.positive())

export const approveContent = defineRoute({
  method: 'POST',
  path: '/api/admin/reviews/:id/approve',
  auth: 'admin',
  summary: 'Publishes an item that waits for review. The creator is told.',
  params: IdParams,
  body: z.object({ version }),
  response: z.object({ approved: z.literal(true) }),
})

export const ContentRejectionInput = z.object({ version, reason: requiredReason('creator') })

export const rejectContent = defineRoute({
  method: 'POST',
  path: '/api/admin/reviews/:id/reject',
  auth: 'admin',
  summary: 'Returns an item that waits for review to its creator, who is told why.',
  params: IdParams,
  body: ContentRejectionInput,
  response: z.object({ rejected: z.literal(true) }),
})
