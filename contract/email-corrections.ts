import * as z from 'zod/mini'
import { PaymentIntentId } from './purchases.ts'
import { defineRoute } from './route.ts'
import { Email, Id } from './schemas.ts'

export const correctPurchaseEmail = defineRoute({
  method: 'POST',
  path: '/api/purchase/correct-email',
  auth: 'buyer',
  summary:
    'Corrects the mistyped email address of a purchase, once. Earlier access links stop working. The new address gets a new one, the old address a notice without it.',
  body: z.object({ paymentIntentId: PaymentIntentId, contentId: Id, email: Email }),
  response: z.object({ email: z.string(), accessUrl: z.string() }),
})
