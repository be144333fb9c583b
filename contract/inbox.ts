import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { PendingReview, ReportedContent } from './moderation.ts'
import { defineRoute } from './route.ts'
import { list, Timestamp } from './schemas.ts'

/** Every kind of decision of the admin. A feature of the server says which are open; see server/features/inbox.ts. */
export const inboxKinds = [
  'refund',
  'dispute',
  'failed_refund',
  'report',
  'review',
  'payout',
  'duplicate',
  'alert',
  'delivery',
  'job',
  'feedback',
] as const
const InboxKind = z.enum(inboxKinds)
export type InboxKind = z.infer<typeof InboxKind>

export const InboxRow = z.object({
  kind: InboxKind,
  /** Unique among those of its kind. */
  id: z.string(),
  title: z.string(),
  /** What or whom it is about. */
  about: z.string(),
  openedAt: Timestamp,
  /** Until when it should be decided; null when nobody waits for it. */
  dueAt: z.nullable(Timestamp),
})
export type InboxRow = z.infer<typeof InboxRow>

/** When the row is due, when it was opened, its kind and its id. */
const InboxCursor = z
  .string()
  .check(z.maxLength(120), z.regex(/^\d{1,14}\.\d{1,14}\.[a-z_]{1,20}\.[\w-]{1,60}$/, 'Not a valid page'))

const counts = z.record(InboxKind, z.int())

export const getAdminOverview = defineRoute({
  method: 'GET',
  path: '/api/admin/overview',
  auth: 'admin',
  summary: 'Counts what is to be decided, by kind; up to 1,000 of each.',
  response: z.object({ total: z.int(), counts }),
})

export const listInbox = defineRoute({
  method: 'GET',
  path: '/api/admin/inbox',
  auth: 'admin',
  summary:
    'Lists what is to be decided, of every kind or one, the one due first on top; 50 at a time. Pass `next` for the next page.',
  query: z.object({ kind: z.optional(InboxKind), cursor: z.optional(InboxCursor) }),
  response: z.object({ rows: list(InboxRow, limits.maxListed.inbox), next: z.nullable(z.string()) }),
})

/** A value of a decision: a text, or a moment that the page writes in the reader's time. */
const Fact = z.object({ label: z.string(), text: z.string(), at: z.nullable(Timestamp) })

/** All that a decision needs: what each side says, the facts, and what it costs whom. */
export const InboxCase = z.extend(InboxRow, {
  /** What is to be decided, as a question or an instruction. */
  heading: z.string(),
  said: list(
    z.object({ name: z.string(), role: z.string(), text: z.string(), at: Timestamp }),
    limits.maxListed.reports,
  ),
  facts: list(Fact, limits.maxListed.inboxFacts),
  outcomes: list(z.object({ when: z.string(), text: z.string() }), limits.maxListed.inboxFacts),
  links: list(z.object({ label: z.string(), href: z.string() }), limits.maxListed.inboxFacts),
  /** The amount that a decision moves, as text; empty when it moves none. */
  money: z.string(),
  /** The open alert that is resolved with it. */
  alertId: z.nullable(z.int()),
  review: z.nullable(PendingReview),
  report: z.nullable(ReportedContent),
})
export type InboxCase = z.infer<typeof InboxCase>

export const getInboxCase = defineRoute({
  method: 'GET',
  path: '/api/admin/inbox/:kind/:id',
  auth: 'admin',
  summary:
    'Returns one open decision with both sides, the facts and its consequences; 404 once it is decided.',
  params: z.object({ kind: InboxKind, id: z.string().check(z.maxLength(60)) }),
  response: InboxCase,
})
