import * as z from 'zod/mini'
import { ContentForEditing } from './content-editing.ts'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { Email, Id, IdParams, list, requiredReason, Timestamp } from './schemas.ts'
import { MultiLine } from './text.ts'

export const contentReportReasons = [
  'illegal',
  'copyright',
  'harmful',
  'misleading',
  'spam',
  'other',
] as const
export const ReportReason = z.enum(contentReportReasons, { error: 'Choose a reason' })
export type ReportReason = z.infer<typeof ReportReason>

export const getReportableContent = defineRoute({
  method: 'GET',
  path: '/api/content/:id/report',
  auth: 'public',
  summary: 'Returns the item to be reported.',
  params: IdParams,
  /** `title` is null for an item that is not on sale. */
  response: z.object({ id: Id, title: z.nullable(z.string()) }),
})

/** A form without scripts: the use case validates it, so that an error can redirect to the form. */
export const reportContentForm = defineRoute({
  method: 'POST',
  path: '/api/content/:id/report',
  auth: 'public',
  transport: 'urlencoded',
  summary: 'Reports an item that shouldn’t be sold here. Works without JavaScript.',
  params: IdParams,
  body: z.object({
    reason: z._default(z.string().check(z.maxLength(40)), ''),
    details: z._default(z.string().check(z.maxLength(limits.maxMessageLength * 2)), ''),
    email: z._default(z.string().check(z.maxLength(limits.maxEmailLength * 2)), ''),
  }),
})

export const ContentReportInput = z.object({
  reason: ReportReason,
  details: MultiLine(limits.maxReportDetailsLength),
  email: z.union([Email, z.literal('')]),
})

export const ReportedContent = z.object({
  contentId: Id,
  title: z.string(),
  creator: z.object({ id: Id, name: z.nullable(z.string()), email: z.string() }),
  /** `access_revoked`: taken down, and the buyers' access was revoked, too. */
  status: z.enum(['published', 'unpublished', 'taken_down', 'access_revoked']),
  takedownReason: z.string(),
  reports: list(
    z.object({
      id: Id,
      reason: ReportReason,
      details: z.string(),
      email: z.string(),
      state: z.enum(['open', 'resolved']),
      createdAt: Timestamp,
    }),
    limits.maxListed.reports,
  ),
  /** Buyers with active access. */
  buyersWithAccessCount: z.int(),
})
export type ReportedContent = z.infer<typeof ReportedContent>

export const listReportedContent = defineRoute({
  method: 'GET',
  path: '/api/admin/reports',
  auth: 'admin',
  summary: 'Lists reported items: with open reports, taken down, or resolved; up to 50.',
  query: z.object({ state: z._default(z.enum(['open', 'taken_down', 'resolved']), 'open') }),
  response: z.object({
    openCount: z.int(),
    takenDownCount: z.int(),
    items: list(ReportedContent, limits.maxListed.reportedItems),
  }),
})

export const TakedownInput = z.object({
  reason: requiredReason('creator'),
  revokeBuyerAccess: z._default(z.boolean(), false),
})

export const takeDownContent = defineRoute({
  method: 'POST',
  path: '/api/admin/content/:id/take-down',
  auth: 'admin',
  summary:
    'Takes an item down and resolves its reports. `revokeBuyerAccess` also revokes its buyers’ access. Those who wait for its release day are refunded. The creator is told why.',
  params: IdParams,
  body: TakedownInput,
  response: ReportedContent,
})

export const reinstateContent = defineRoute({
  method: 'POST',
  path: '/api/admin/content/:id/reinstate',
  auth: 'admin',
  summary: 'Restores an item that was taken down, along with its buyers’ access. The creator is told.',
  params: IdParams,
  response: ReportedContent,
})

export const dismissReports = defineRoute({
  method: 'POST',
  path: '/api/admin/content/:id/dismiss-reports',
  auth: 'admin',
  summary: 'Dismisses an item’s open reports.',
  params: IdParams,
  response: ReportedContent,
})

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
  summary: 'Returns the file of an item that waits for review, or its part with this id.',
  params: IdParams,
  query: z.object({ part: z.optional(Id) }),
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
