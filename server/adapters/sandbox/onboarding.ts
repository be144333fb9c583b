import { and, desc, eq, isNull, ne, or } from 'drizzle-orm'
import type { z } from 'zod'
import { formatDecimal } from '../../../contract/money.ts'
import type {
  completeSandboxOnboarding,
  getSandboxAccount,
  SandboxOnboarding,
} from '../../../contract/sandbox-connect.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Db } from '../../db/database.ts'
import { type Account, latestAccountOf, requirementsDue } from './connect.ts'
import { sandboxAccounts, sandboxLinks, sandboxTransfers } from './connect-schema.ts'
import type { SandboxContext } from './context.ts'
import { enqueueWebhook } from './events.ts'

type OnboardingResult = z.output<typeof completeSandboxOnboarding.body>
type Dashboard = z.input<typeof getSandboxAccount.response>

/** The data of the onboarding page. Throws AppError for a link of another creator. */
export async function getOnboarding(
  { db }: SandboxContext,
  { token, userId }: { token: string; userId: string },
): Promise<SandboxOnboarding> {
  const { link, account } = await requireLink(db, token, userId)
  return { email: account.email, refreshUrl: link.usedAt ? link.refreshUrl : null }
}

/** Records the creator's answer and redirects to the return page. A used link redirects to the refresh page. */
export async function finishOnboarding(
  context: SandboxContext,
  { token, outcome, userId }: OnboardingResult & { userId: string },
): Promise<{ url: string }> {
  const { link, account } = await requireLink(context.db, token, userId)
  return context.db.transaction(async (tx) => {
    const [claimed] = await tx
      .update(sandboxLinks)
      .set({ usedAt: context.clock.now() })
      .where(and(eq(sandboxLinks.token, token), isNull(sandboxLinks.usedAt)))
      .returning()
    if (!claimed) return { url: link.refreshUrl }
    if (outcome !== 'abandon') {
      await tx
        .update(sandboxAccounts)
        .set({ state: outcome, restriction: outcome === 'restricted' ? 'details_missing' : null })
        .where(eq(sandboxAccounts.id, account.id))
      await enqueueWebhook(context, tx, 'account.updated', account.id)
    }
    return { url: link.returnUrl }
  })
}

/** A creator's account with its transfers, newest first. */
export async function getAccountDashboard({ db }: SandboxContext, userId: string): Promise<Dashboard> {
  const account = await latestAccountOf(db, userId)
  if (!account) throw new AppError('not_found', 'You don’t have a test account yet.')
  const rows = await db
    .select()
    .from(sandboxTransfers)
    .where(and(eq(sandboxTransfers.accountId, account.id), isShown))
    .orderBy(desc(sandboxTransfers.createdAt))
    .limit(50)
  return {
    email: account.email,
    state: account.state,
    requirementsDue: requirementsDue(account) ?? null,
    transfers: rows.map(({ id, amount, currency, state, createdAt }) => ({
      id,
      amount: formatDecimal(amount, currency),
      currency,
      state,
      createdAt: createdAt.toISOString(),
    })),
  }
}

/** An attempt that the balance did not cover is the platform's affair. */
const isShown = or(
  isNull(sandboxTransfers.failureCode),
  ne(sandboxTransfers.failureCode, 'balance_insufficient'),
)

/** Another creator's link and an unknown one are the same 404. */
async function requireLink(db: Db, token: string, userId: string) {
  const [linkWithAccount] = await db
    .select({ link: sandboxLinks, account: sandboxAccounts })
    .from(sandboxLinks)
    .innerJoin(sandboxAccounts, eq(sandboxAccounts.id, sandboxLinks.accountId))
    .where(and(eq(sandboxLinks.token, token), eq(sandboxAccounts.userId, userId)))
  if (!linkWithAccount) throw new AppError('not_found', 'We couldn’t find that onboarding.')
  return linkWithAccount satisfies { account: Account }
}
