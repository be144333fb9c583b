import { randomBytes } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import type { Db } from '../../db/database.ts'
import { sandboxAccounts, sandboxLinks } from '../../db/schema/sandbox.ts'
import { type AccountSnapshot, type ConnectCapability, OnboardingUnfinished } from '../../ports/connect.ts'
import type { Desk } from './desk.ts'
import { newSandboxId } from './ids.ts'
import { getTransfer, reverseTransfer, transfer } from './transfers.ts'

export type Account = typeof sandboxAccounts.$inferSelect

/** Pays creators in the sandbox: accounts with an onboarding page of our own, and transfers that move nothing. */
export function connect(desk: Desk): ConnectCapability {
  return {
    createAccount: (request, key) => createAccount(desk, request, key),
    getAccount: async (accountId) => snapshotOf(await accountById(desk.db, accountId)),
    onboardingLink: (accountId, urls) => onboardingLink(desk, accountId, urls),
    async dashboardLink(accountId) {
      const account = await accountById(desk.db, accountId)
      if (account.state === 'new')
        throw new OnboardingUnfinished('This account has no dashboard before it is set up')
      return { url: '/sandbox/account' }
    },
    transfer: (request, key) => transfer(desk, request, key),
    getTransfer: (transferId) => getTransfer(desk, transferId),
    reverseTransfer: (transferId, key) => reverseTransfer(desk, transferId, key),
  }
}

/** A person's newest account. */
export async function accountOf(db: Db, userId: string): Promise<Account | undefined> {
  const [found] = await db
    .select()
    .from(sandboxAccounts)
    .where(eq(sandboxAccounts.userId, userId))
    .orderBy(desc(sandboxAccounts.createdAt))
    .limit(1)
  return found
}

/** What an account still lacks, for the person it belongs to; undefined when nothing. */
export function missingFrom({ state }: Account): string | undefined {
  if (state === 'new') return 'Your name and your bank account are missing.'
  return state === 'restricted' ? 'A copy of your identity document is missing.' : undefined
}

async function createAccount(
  { db, clock }: Desk,
  { userId, email }: { userId: string; email: string },
  key: string,
) {
  const row = { id: newSandboxId('acct'), key, userId, email, createdAt: clock.now() }
  await db
    .insert(sandboxAccounts)
    .values({ ...row, state: 'new' })
    .onConflictDoNothing()
  const [kept] = await db.select().from(sandboxAccounts).where(eq(sandboxAccounts.key, key))
  if (kept?.userId !== userId) throw new Error('This key was used for another account')
  return { accountId: kept.id }
}

async function onboardingLink(
  { db, clock }: Desk,
  accountId: string,
  urls: { returnUrl: string; refreshUrl: string },
) {
  const { id } = await accountById(db, accountId)
  const token = randomBytes(24).toString('base64url')
  await db.insert(sandboxLinks).values({ token, accountId: id, ...urls, createdAt: clock.now() })
  return { url: `/sandbox/onboarding?token=${token}` }
}

async function accountById(db: Db, id: string): Promise<Account> {
  const [found] = await db.select().from(sandboxAccounts).where(eq(sandboxAccounts.id, id))
  if (!found) throw new Error('There is no such account')
  return found
}

function snapshotOf(account: Account): AccountSnapshot {
  return {
    accountId: account.id,
    detailsSubmitted: account.state !== 'new',
    payoutsEnabled: account.state === 'complete',
    restricted: missingFrom(account),
  }
}
