import { z } from 'zod'
import { limits } from './limits.ts'
import { route } from './route.ts'
import { Email } from './shapes.ts'

export const FeedbackType = z.enum(['bug', 'feature', 'improvement', 'general'])
export const FeedbackPriority = z.enum(['low', 'medium', 'high', 'urgent'])

export const sendFeedback = route({
  method: 'POST',
  path: '/api/feedback',
  access: 'anyone',
  summary: 'Keeps a message for the people who run this instance.',
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
