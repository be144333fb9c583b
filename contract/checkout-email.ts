import { z } from 'zod'
import { route } from './route.ts'
import { Email } from './shapes.ts'

export const noteBuyerEmail = route({
  method: 'POST',
  path: '/api/payments/:paymentIntentId/email',
  access: 'buyer',
  summary:
    'Stores where the access link goes, before the card is presented. Warns this browser (buyer cookie) of paying twice: `owned` or `processing` in another tab. The answer is the same for every address.',
  params: z.object({ paymentIntentId: z.string().min(1).max(128) }),
  body: z.object({ email: Email }),
  reply: z.object({
    standing: z.enum(['new', 'owned', 'processing']),
    /** Where this browser opens what it owns. */
    ownedUrl: z.string().nullable(),
  }),
})
