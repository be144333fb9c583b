import { z } from 'zod'
import { Currency, MoneyText } from './money.ts'
import { route } from './route.ts'
import { Timestamp } from './shapes.ts'

const Token = z.string().regex(/^[A-Za-z0-9_-]{32}$/, 'Not a valid link')

/** `refreshUrl` is set once the link was used: the address that gives the next one. */
export const SandboxOnboarding = z.object({ email: z.string(), refreshUrl: z.string().nullable() })
export type SandboxOnboarding = z.infer<typeof SandboxOnboarding>

export const getSandboxOnboarding = route({
  method: 'GET',
  path: '/api/sandbox/onboarding',
  access: 'creator',
  summary: "A creator's onboarding with the sandbox, by its single-use link.",
  query: z.object({ token: Token }),
  reply: SandboxOnboarding,
})

export const finishSandboxOnboarding = route({
  method: 'POST',
  path: '/api/sandbox/onboarding',
  access: 'creator',
  summary: 'Ends onboarding: complete, left, or restricted. Answers the address to go on to.',
  body: z.object({ token: Token, outcome: z.enum(['complete', 'leave', 'restricted']) }),
  reply: z.object({ url: z.string() }),
})

export const getSandboxAccount = route({
  method: 'GET',
  path: '/api/sandbox/account',
  access: 'creator',
  summary: "A creator's own account with the sandbox and what was paid to it, newest first.",
  reply: z.object({
    email: z.string(),
    state: z.enum(['new', 'complete', 'restricted']),
    /** What is still asked for, as a sentence. */
    missing: z.string().nullable(),
    transfers: z.array(
      z.object({
        id: z.string(),
        amount: MoneyText,
        currency: Currency,
        state: z.enum(['paid', 'failed', 'reversed']),
        createdAt: Timestamp,
      }),
    ),
  }),
})
