import { desc } from 'drizzle-orm'
import type { z } from 'zod'
import { formatDecimal, type MinorUnits, parseDecimal } from '../../../contract/money.ts'
import type * as contract from '../../../contract/sandbox.ts'
import { AppError } from '../../../domain/errors.ts'
import { createPlatformPayout, getBalance, listPlatformPayouts, setBalance } from './balance.ts'
import type { SandboxContext } from './context.ts'
import { sandboxAccounts } from './schema.ts'

const maxListedPayouts = 10
const maxListedAccounts = 50
const acknowledged = { done: true as const }

type Payouts = z.input<typeof contract.getSandboxPayouts.response>

/** What the admin's page of the sandbox shows about payouts. */
export async function getPayoutState(context: SandboxContext): Promise<Payouts> {
  const { db, currency } = context
  const balance = await getBalance(context)
  const { createdAt, id } = sandboxAccounts
  const accounts = await db
    .select()
    .from(sandboxAccounts)
    .orderBy(desc(createdAt), desc(id))
    .limit(maxListedAccounts)
  const payouts = await listPlatformPayouts(db, maxListedPayouts)
  return {
    currency,
    available: balance ? formatDecimal(balance.available, currency) : null,
    platformPayouts: payouts.map((payout) => ({
      ...payout,
      amount: formatDecimal(payout.amount, payout.currency),
      createdAt: payout.createdAt.toISOString(),
    })),
    accounts: accounts.map((account) => ({
      ...account,
      restriction: account.state === 'restricted' ? (account.restriction ?? 'details_missing') : null,
    })),
  }
}

export async function changeBalanceByHand(
  context: SandboxContext,
  { available }: z.output<typeof contract.setSandboxBalance.body>,
) {
  await setBalance(context, available === null ? null : requireAmount(context, available, 'available'))
  return acknowledged
}

export async function payOutPlatform(
  context: SandboxContext,
  { amount, state }: z.output<typeof contract.createSandboxPlatformPayout.body>,
) {
  const minorUnits = requireAmount(context, amount, 'amount')
  if (minorUnits === 0) throw invalidAmount('amount')
  await createPlatformPayout(context, { amount: minorUnits, state })
  return acknowledged
}

function requireAmount({ currency }: SandboxContext, text: string, field: string): MinorUnits {
  const amount = parseDecimal(text, currency)
  if (amount === undefined) throw invalidAmount(field)
  return amount
}

function invalidAmount(field: string): AppError {
  const message = 'Enter an amount like 5.00'
  return new AppError('invalid_input', message, { [field]: message })
}
