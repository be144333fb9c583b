import { z } from 'zod'
import { route } from './route.ts'

export { sandboxCards } from './sandbox-cards.ts'

export const SandboxCard = z.enum([
  'paid',
  'declined',
  'insufficient_funds',
  'expired_card',
  'incorrect_cvc',
  'processing_error',
  'authenticate',
  'disputed',
  'refund_fails',
  'renewal_fails',
  'slow',
])
export type SandboxCard = z.infer<typeof SandboxCard>

const ClientSecret = z.string().min(1).max(200)

/** `failed` says why in words a person can act on; `redirect` names the page to go to (on this site). */
export const SandboxOutcome = z.discriminatedUnion('status', [
  z.object({ status: z.literal('redirect'), url: z.string() }),
  z.object({ status: z.literal('failed'), code: z.string(), message: z.string() }),
])
export type SandboxOutcome = z.infer<typeof SandboxOutcome>

export const confirmSandboxPayment = route({
  method: 'POST',
  path: '/api/sandbox/confirm',
  access: 'buyer',
  summary: 'Presents a test card. 404 unless the sandbox is the card provider.',
  body: z.object({
    clientSecret: ClientSecret,
    card: SandboxCard,
    receiptEmail: z.string().max(254),
    /** A path on this site, such as /success?content_id=1. */
    returnUrl: z.string().max(2_048).startsWith('/'),
  }),
  reply: SandboxOutcome,
})

export const authenticateSandboxPayment = route({
  method: 'POST',
  path: '/api/sandbox/authenticate',
  access: 'buyer',
  summary: 'Ends the 3-D Secure step.',
  body: z.object({ clientSecret: ClientSecret, outcome: z.enum(['complete', 'fail', 'cancel']) }),
  reply: SandboxOutcome,
})
