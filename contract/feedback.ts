import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { Email, Id, IdParams, PageNumber, pageFields, Timestamp } from './schemas.ts'

export const FeedbackType = z.enum(['bug', 'feature', 'improvement', 'general'], { error: 'Choose a type' })
export const FeedbackPriority = z.enum(['low', 'medium', 'high', 'urgent'])

export const sendFeedback = defineRoute({
  method: 'POST',
  path: '/api/feedback',
  auth: 'public',
  summary:
    'Keeps a message for the people who run this instance, and mails it to them. From Pro it is of high priority.',
  body: z.object({
    type: FeedbackType,
    subject: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Enter a subject'),
        z.maxLength(limits.maxSubjectLength, `At most ${limits.maxSubjectLength} characters`),
      ),
    message: z
      .string()
      .check(
        z.trim(),
        z.minLength(1, 'Enter a message'),
        z.maxLength(limits.maxMessageLength, `At most ${limits.maxMessageLength} characters`),
      ),
    email: z._default(z.union([Email, z.literal('')]), ''),
    priority: z._default(FeedbackPriority, 'medium'),
  }),
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
  summary: 'The inbox, Pro first, then by priority, then the newest; 50 a page.',
  query: z.object({
    state: z._default(z.enum(['new', 'closed']), 'new'),
    page: PageNumber,
  }),
  response: z.object({ messages: z.array(Feedback), ...pageFields }),
})

export const setFeedbackState = defineRoute({
  method: 'POST',
  path: '/api/admin/feedback/:id',
  auth: 'admin',
  summary: 'Puts a message among those that are done, or back.',
  params: IdParams,
  body: z.object({ state: z.enum(['new', 'closed']) }),
  response: Feedback,
})
