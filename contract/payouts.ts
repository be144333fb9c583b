import { z } from 'zod'
import { MoneyText } from './money.ts'
import { route } from './route.ts'
import { Email, Id, Timestamp } from './shapes.ts'

export const PayoutMethod = z.enum(['paypal', 'wise', 'bank', 'zelle', 'venmo', 'cashapp'])

const ProviderParams = z.object({ provider: z.enum(['stripe', 'sandbox']) })

export const getPayoutHistory = route({
  method: 'GET',
  path: '/api/payout/history',
  access: 'creator',
  summary: "The creator's payouts, newest first.",
  reply: z.array(
    z.object({
      id: Id,
      amount: MoneyText,
      payoutMethod: PayoutMethod,
      payoutEmail: z.string(),
      notes: z.string().nullable(),
      createdAt: Timestamp,
    }),
  ),
})

export const setupPayout = route({
  method: 'POST',
  path: '/api/payout/setup',
  access: 'creator',
  summary: 'Sets how and where the creator is paid.',
  body: z.object({ payoutMethod: PayoutMethod, payoutEmail: Email }),
  reply: z.object({ payoutMethod: PayoutMethod, payoutEmail: z.string() }),
})

export const getConnectStatus = route({
  method: 'GET',
  path: '/api/connect/account-status',
  access: 'creator',
  summary: "How far the creator's bank onboarding at the provider has come.",
  reply: z.object({ details_submitted: z.boolean() }),
})

export const startConnect = route({
  method: 'GET',
  path: '/api/:provider/connect/onboard',
  access: 'creator',
  transport: 'redirect',
  summary: "Goes to the provider's onboarding.",
  params: ProviderParams,
})

export const createDashboardLink = route({
  method: 'POST',
  path: '/api/:provider/connect/dashboard-link',
  access: 'creator',
  summary: "An address of the provider's own dashboard, for a new tab.",
  params: ProviderParams,
  reply: z.object({ url: z.string() }),
})
