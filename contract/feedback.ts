import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { Email, Id, IdParams, list, PageNumber, pageFields, Timestamp } from './schemas.ts'
import { RequiredMultiLine, RequiredSingleLine } from './text.ts'

export const feedbackTypes = ['bug', 'feature', 'improvement', 'general'] as const
export const FeedbackType = z.enum(feedbackTypes, { error: 'Choose a type' })
export const feedbackPriorities = ['low', 'medium', 'high', 'urgent'] as const
export const FeedbackPriority = z.enum(feedbackPriorities)

export const FeedbackInput = z.object({
  type: FeedbackType,
  subject: RequiredSingleLine(limits.maxSubjectLength, 'Enter a subject'),
  message: RequiredMultiLine(limits.maxMessageLength, 'Enter a message'),
  email: z._default(z.union([Email, z.literal('')]), ''),
  priority: z._default(FeedbackPriority, 'medium'),
})

export const sendFeedback = defineRoute({
  method: 'POST',
  path: '/api/feedback',
  auth: 'public',
  summary:
    'Saves a message for the site’s admin and emails it to them. Messages from Pro creators are high priority.',
  body: FeedbackInput,
  response: z.object({ received: z.literal(true) }),
})

export const Feedback = z.object({
  id: Id,
  type: FeedbackType,
  subject: z.string(),
  message: z.string(),
  email: z.string(),
  priority: FeedbackPriority,
  /** Whether the sender had Pro. */
  isPro: z.boolean(),
  /** The sender's account, if signed in. */
  userId: z.nullable(Id),
  state: z.enum(['new', 'closed']),
  createdAt: Timestamp,
})
export type Feedback = z.infer<typeof Feedback>

export const listFeedback = defineRoute({
  method: 'GET',
  path: '/api/admin/feedback',
  auth: 'admin',
  summary: 'Lists feedback messages, Pro first, then by priority, then newest; 50 per page.',
  query: z.object({
    state: z._default(z.enum(['new', 'closed']), 'new'),
    page: PageNumber,
  }),
  response: z.object({ messages: list(Feedback), ...pageFields }),
})

export const setFeedbackState = defineRoute({
  method: 'POST',
  path: '/api/admin/feedback/:id',
  auth: 'admin',
  summary: 'Marks a message as done, or moves it back to the inbox.',
  params: IdParams,
  body: z.object({ state: z.enum(['new', 'closed']) }),
  response: Feedback,
})
