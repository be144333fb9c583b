import { z } from 'zod'
import { limits } from './limits.ts'
import { route } from './route.ts'
import { Email, Id, IdParams, Page, paged, Timestamp } from './shapes.ts'

export const FeedbackType = z.enum(['bug', 'feature', 'improvement', 'general'], { error: 'Choose a type' })
export const FeedbackPriority = z.enum(['low', 'medium', 'high', 'urgent'])

export const sendFeedback = route({
  method: 'POST',
  path: '/api/feedback',
  access: 'anyone',
  summary:
    'Keeps a message for the people who run this instance, and mails it to them. From Pro it is of high priority.',
  body: z.object({
    type: FeedbackType,
    subject: z
      .string()
      .trim()
      .min(1, 'Enter a subject')
      .max(limits.subject, `At most ${limits.subject} characters`),
    message: z
      .string()
      .trim()
      .min(1, 'Enter a message')
      .max(limits.message, `At most ${limits.message} characters`),
    email: Email.or(z.literal('')).default(''),
    priority: FeedbackPriority.default('medium'),
  }),
  reply: z.object({ received: z.literal(true) }),
})

export const Feedback = z.object({
  id: Id,
  type: FeedbackType,
  subject: z.string(),
  message: z.string(),
  email: z.string(),
  priority: FeedbackPriority,
  /** Its sender had Pro. */
  isPro: z.boolean(),
  /** The sender's account, where they were signed in. */
  userId: Id.nullable(),
  state: z.enum(['new', 'done']),
  createdAt: Timestamp,
})
export type Feedback = z.infer<typeof Feedback>

export const listFeedback = route({
  method: 'GET',
  path: '/api/admin/feedback',
  access: 'admin',
  summary: 'The inbox, Pro first, then by priority, then the newest; 50 a page.',
  query: z.object({
    state: z.enum(['new', 'done']).default('new'),
    page: Page,
  }),
  reply: z.object({ messages: z.array(Feedback), ...paged }),
})

export const markFeedback = route({
  method: 'POST',
  path: '/api/admin/feedback/:id',
  access: 'admin',
  summary: 'Puts a message among those that are done, or back.',
  params: IdParams,
  body: z.object({ state: z.enum(['new', 'done']) }),
  reply: Feedback,
})
