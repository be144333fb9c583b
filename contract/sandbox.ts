import * as z from 'zod/mini'
import { defineRoute } from './route.ts'
import { sandboxCards } from './sandbox-cards.ts'

export { sandboxCards } from './sandbox-cards.ts'

export const TestCard = z.enum(Object.values(sandboxCards))
export type TestCard = z.infer<typeof TestCard>

const ClientSecret = z.string().check(z.minLength(1), z.maxLength(200))

/** `failed` has a message for the buyer; `redirect` has the next page's path on this site. */
export const ConfirmationResult = z.discriminatedUnion('status', [
  z.object({ status: z.literal('redirect'), url: z.string() }),
  z.object({ status: z.literal('failed'), code: z.string(), message: z.string() }),
])
export type ConfirmationResult = z.infer<typeof ConfirmationResult>

export const confirmSandboxPayment = defineRoute({
  method: 'POST',
  path: '/api/sandbox/confirm',
  auth: 'buyer',
  summary: 'Pays with a test card. 404 unless the sandbox is the card provider.',
  body: z.object({
    clientSecret: ClientSecret,
    card: TestCard,
    receiptEmail: z.string().check(z.maxLength(254)),
    /** A path on this site, such as /success?content_id=1. */
    returnUrl: z.string().check(z.maxLength(2_048), z.startsWith('/')),
  }),
  response: ConfirmationResult,
})

export const authenticateSandboxPayment = defineRoute({
  method: 'POST',
  path: '/api/sandbox/authenticate',
  auth: 'buyer',
  summary: 'Completes the 3-D Secure step.',
  body: z.object({ clientSecret: ClientSecret, outcome: z.enum(['complete', 'fail', 'cancel']) }),
  response: ConfirmationResult,
})

export const confirmSandboxRenewal = defineRoute({
  method: 'POST',
  path: '/api/sandbox/renewals/:id',
  auth: 'creator',
  summary: 'Answers the bank’s question about a renewal of Pro: pays it, or refuses it with 409.',
  params: z.object({ id: z.string().check(z.maxLength(100)) }),
  body: z.object({ outcome: z.enum(['complete', 'fail']) }),
  response: z.object({ url: z.string() }),
})
