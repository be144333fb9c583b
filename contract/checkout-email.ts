import { z } from 'zod'
import { route } from './route.ts'
import { Email } from './shapes.ts'

export const noteBuyerEmail = route({
  method: 'POST',
  path: '/api/payments/:paymentIntentId/email',
  access: 'buyer',
  summary:
    'Notes where the access link goes, before the card is presented, and warns of paying twice: whether this address owns the item already, or its payment for it is still on its way.',
  params: z.object({ paymentIntentId: z.string().min(1).max(128) }),
  body: z.object({ email: Email }),
  reply: z.object({ standing: z.enum(['new', 'owned', 'processing']) }),
})
