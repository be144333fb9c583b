import { randomBytes } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import {
  type AccountSnapshot,
  type ConnectCapability,
  OnboardingIncompleteError,
} from '../../ports/connect.ts'
import type { SandboxContext } from './context.ts'
import { newSandboxId } from './ids.ts'
import { sandboxAccounts, sandboxLinks } from './schema.ts'
import { getTransfer, reverseTransfer, transfer } from './transfers.ts'

export type Account = typeof sandboxAccounts.$inferSelect

/** Connected accounts in the sandbox: an onboarding page of our own, and transfers that move no money. */
export function createConnect(context: SandboxContext): ConnectCapability {
  return {
    createAccount: (request, key) => createAccount(context, request, key),
    getAccount: async (accountId) => snapshotOf(await accountById(context.db, accountId)),
    createOnboardingLink: (accountId, urls) => onboardingLink(context, accountId, urls),
    async createDashboardLink(accountId) {
      const account = await accountById(context.db, accountId)
      if (account.state === 'new')
        throw new OnboardingIncompleteError('This account has no dashboard until onboarding is complete')
      return { url: '/sandbox/account' }
    },
    createTransfer: (request, key) => transfer(context, request, key),
    getTransfer: (transferId) => getTransfer(context, transferId),
    reverseTransfer: (transferId, key) => reverseTransfer(context, transferId, key),
  }
}

/** A user's newest account. */
export async function latestAccountOf(db: Db, userId: string): Promise<Account | undefined> {
  const [row] = await db
    .select()
    .from(sandboxAccounts)
    .where(eq(sandboxAccounts.userId, userId))
    .orderBy(desc(sandboxAccounts.createdAt))
    .limit(1)
  return row
}

/** What an account still needs, for its owner; undefined when nothing. */
export function requirementsDue({ state }: Account): string | undefined {
  if (state === 'new') return 'Your name and your bank account are missing.'
  return state === 'restricted' ? 'A copy of your identity document is missing.' : undefined
}

async function createAccount(
  { db, clock }: SandboxContext,
  { userId, email }: { userId: string; email: string },
  key: string,
) {
  const row = { id: newSandboxId('acct'), idempotencyKey: key, userId, email, createdAt: clock.now() }
  await db
    .insert(sandboxAccounts)
    .values({ ...row, state: 'new' })
    .onConflictDoNothing()
  const [account] = await db.select().from(sandboxAccounts).where(eq(sandboxAccounts.idempotencyKey, key))
  if (account?.userId !== userId) throw new Error('This idempotency key was already used for another account')
  return { accountId: account.id }
}

async function onboardingLink(
  { db, clock }: SandboxContext,
  accountId: string,
  urls: { returnUrl: string; refreshUrl: string },
) {
  const { id } = await accountById(db, accountId)
  const token = randomBytes(24).toString('base64url')
  await db.insert(sandboxLinks).values({ token, accountId: id, ...urls, createdAt: clock.now() })
  return { url: `/sandbox/onboarding?token=${token}` }
}

async function accountById(db: Db, id: string): Promise<Account> {
  const [row] = await db.select().from(sandboxAccounts).where(eq(sandboxAccounts.id, id))
  if (!row) throw new Error('No such account')
  return row
}

function snapshotOf(account: Account): AccountSnapshot {
  return {
    accountId: account.id,
    detailsSubmitted: account.state !== 'new',
    payoutsEnabled: account.state === 'complete',
    requirementsDue: requirementsDue(account),
  }
}
