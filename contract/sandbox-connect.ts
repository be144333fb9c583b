import * as z from 'zod/mini'
import { Currency, DecimalString } from './money.ts'
import { connectedAccountStates } from './payouts.ts'
import { defineRoute } from './route.ts'
import { Timestamp } from './schemas.ts'

const Token = z.string().check(z.regex(/^[A-Za-z0-9_-]{32}$/, 'Not a valid link'))

/** `refreshUrl` creates the next onboarding link; null until this link has been used. */
export const SandboxOnboarding = z.object({ email: z.string(), refreshUrl: z.nullable(z.string()) })
export type SandboxOnboarding = z.infer<typeof SandboxOnboarding>

export const getSandboxOnboarding = defineRoute({
  method: 'GET',
  path: '/api/sandbox/onboarding',
  auth: 'creator',
  summary: 'Returns a creator’s sandbox onboarding from its single-use link.',
  query: z.object({ token: Token }),
  response: SandboxOnboarding,
})

export const completeSandboxOnboarding = defineRoute({
  method: 'POST',
  path: '/api/sandbox/onboarding',
  auth: 'creator',
  summary: 'Ends onboarding as complete, left or restricted. Returns the URL to continue to.',
  body: z.object({ token: Token, outcome: z.enum(['complete', 'abandon', 'restricted']) }),
  response: z.object({ url: z.string() }),
})

export const getSandboxAccount = defineRoute({
  method: 'GET',
  path: '/api/sandbox/account',
  auth: 'creator',
  summary: 'Returns the creator’s sandbox account and its payouts, newest first.',
  response: z.object({
    email: z.string(),
    state: z.enum(connectedAccountStates),
    /** What is still required, as a sentence. */
    requirementsDue: z.nullable(z.string()),
    transfers: z.array(
      z.object({
        id: z.string(),
        amount: DecimalString,
        currency: Currency,
        state: z.enum(['paid', 'failed', 'reversed']),
        createdAt: Timestamp,
      }),
    ),
  }),
})
