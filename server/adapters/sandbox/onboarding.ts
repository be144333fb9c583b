import { and, desc, eq, isNull } from 'drizzle-orm'
import type { z } from 'zod'
import { decimal } from '../../../contract/money.ts'
import type {
  finishSandboxOnboarding,
  getSandboxAccount,
  SandboxOnboarding,
} from '../../../contract/sandbox-connect.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Db } from '../../db/database.ts'
import { sandboxAccounts, sandboxLinks, sandboxTransfers } from '../../db/schema/sandbox.ts'
import { type Account, accountOf, missingFrom } from './accounts.ts'
import type { Desk } from './desk.ts'
import { announce } from './events.ts'

type Choice = z.output<typeof finishSandboxOnboarding.body>
type Dashboard = z.input<typeof getSandboxAccount.reply>

/** What the onboarding page shows. Throws AppError for a link that is not this person's. */
export async function readOnboarding(
  { db }: Desk,
  { token, userId }: { token: string; userId: string },
): Promise<SandboxOnboarding> {
  const { link, account } = await linkOf(db, token, userId)
  return { email: account.email, refreshUrl: link.usedAt ? link.refreshUrl : null }
}

/** The creator has answered: on to the page that asked. A link that was used already leads to the next one. */
export async function finishOnboarding(
  desk: Desk,
  { token, outcome, userId }: Choice & { userId: string },
): Promise<{ url: string }> {
  const { link, account } = await linkOf(desk.db, token, userId)
  return desk.db.transaction(async (tx) => {
    const [taken] = await tx
      .update(sandboxLinks)
      .set({ usedAt: desk.clock.now() })
      .where(and(eq(sandboxLinks.token, token), isNull(sandboxLinks.usedAt)))
      .returning()
    if (!taken) return { url: link.refreshUrl }
    if (outcome !== 'leave') {
      await tx.update(sandboxAccounts).set({ state: outcome }).where(eq(sandboxAccounts.id, account.id))
      await announce(desk, tx, 'account.updated', account.id)
    }
    return { url: link.returnUrl }
  })
}

/** A creator's own account with what was paid to it, newest first. */
export async function readAccount({ db }: Desk, userId: string): Promise<Dashboard> {
  const account = await accountOf(db, userId)
  if (!account) throw new AppError('not_found', 'You have no test account yet.')
  const rows = await db
    .select()
    .from(sandboxTransfers)
    .where(eq(sandboxTransfers.accountId, account.id))
    .orderBy(desc(sandboxTransfers.createdAt))
    .limit(50)
  return {
    email: account.email,
    state: account.state,
    missing: missingFrom(account) ?? null,
    transfers: rows.map(({ id, amount, currency, state, createdAt }) => ({
      id,
      amount: decimal(amount, currency),
      currency,
      state,
      createdAt: createdAt.toISOString(),
    })),
  }
}

/** Somebody else's link and an unknown one are the same 404. */
async function linkOf(db: Db, token: string, userId: string) {
  const [found] = await db
    .select({ link: sandboxLinks, account: sandboxAccounts })
    .from(sandboxLinks)
    .innerJoin(sandboxAccounts, eq(sandboxAccounts.id, sandboxLinks.accountId))
    .where(and(eq(sandboxLinks.token, token), eq(sandboxAccounts.userId, userId)))
  if (!found) throw new AppError('not_found', 'There is no such onboarding.')
  return found satisfies { account: Account }
}
