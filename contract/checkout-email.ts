import * as z from 'zod/mini'
import { defineRoute } from './route.ts'
import { Email } from './schemas.ts'

export const setBuyerEmail = defineRoute({
  method: 'POST',
  path: '/api/payments/:paymentIntentId/email',
  auth: 'buyer',
  summary:
    'Saves the email address for the access link before payment. Warns this browser (by its buyer cookie) about paying twice: `owned`, or `processing` in another tab. The response is the same for every address.',
  params: z.object({ paymentIntentId: z.string().check(z.minLength(1), z.maxLength(128)) }),
  body: z.object({ email: Email }),
  response: z.object({
    ownership: z.enum(['new', 'already_owned', 'processing']),
    /** The page with this browser's earlier purchase. */
    existingAccessUrl: z.nullable(z.string()),
  }),
})
