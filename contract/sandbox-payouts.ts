import * as z from 'zod/mini'
import { AmountInput, Currency, DecimalString } from './money.ts'
import { accountRestrictions, connectedAccountStates } from './payouts.ts'
import { defineRoute } from './route.ts'
import { list, Timestamp } from './schemas.ts'

const ObjectId = z.string().check(z.maxLength(64))
const done = z.object({ done: z.literal(true) })

/** A connected account in the sandbox. `restriction` says why it cannot be paid. */
export const SandboxAccountRow = z.object({
  id: ObjectId,
  email: z.string(),
  country: z.nullable(z.string()),
  state: z.enum(connectedAccountStates),
  restriction: z.nullable(z.enum(accountRestrictions)),
})
export type SandboxAccountRow = z.infer<typeof SandboxAccountRow>

export const getSandboxPayouts = defineRoute({
  method: 'GET',
  path: '/api/sandbox/payouts',
  auth: 'admin',
  summary:
    'Returns the sandbox’s balance for transfers, the newest payouts to the site’s own bank, and the 50 newest connected accounts.',
  response: z.object({
    currency: Currency,
    /** Null while it covers every transfer. */
    available: z.nullable(DecimalString),
    platformPayouts: list(
      z.object({
        id: ObjectId,
        amount: DecimalString,
        state: z.enum(['paid', 'failed']),
        createdAt: Timestamp,
      }),
    ),
    accounts: list(SandboxAccountRow),
  }),
})

export const SandboxBalanceInput = z.object({ available: z.nullable(AmountInput) })

export const setSandboxBalance = defineRoute({
  method: 'POST',
  path: '/api/sandbox/balance',
  auth: 'admin',
  summary: 'Sets what the site can transfer to creators; null covers every transfer. Announced by a webhook.',
  body: SandboxBalanceInput,
  response: done,
})

export const createSandboxPlatformPayout = defineRoute({
  method: 'POST',
  path: '/api/sandbox/platform-payouts',
  auth: 'admin',
  summary: 'Simulates a payout from the provider to the site’s own bank, which accepts or rejects it.',
  body: z.object({ amount: AmountInput, state: z.enum(['paid', 'failed']) }),
  response: done,
})

export const restrictSandboxAccount = defineRoute({
  method: 'POST',
  path: '/api/sandbox/accounts/:id/restriction',
  auth: 'admin',
  summary: 'Restricts a connected account as the provider would, or lifts the restriction with null.',
  params: z.object({ id: ObjectId }),
  body: z.object({ restriction: z.nullable(z.enum(accountRestrictions)) }),
  response: done,
})
