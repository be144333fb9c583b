import { randomBytes } from 'node:crypto'
import { desc, eq } from 'drizzle-orm'
import type { AccountRestriction } from '../../../contract/payouts.ts'
import type { Db } from '../../db/database.ts'
import {
  type AccountRequest,
  type AccountSnapshot,
  type ConnectCapability,
  OnboardingIncompleteError,
} from '../../ports/connect.ts'
import { sandboxAccounts, sandboxLinks } from './connect-schema.ts'
import type { SandboxContext } from './context.ts'
import { bankCurrency } from './country-currency.ts'
import { newSandboxId } from './ids.ts'
import { getBalance, getPlatformPayout } from './platform-balance.ts'
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
    getBalance: () => getBalance(context),
    getPlatformPayout: (payoutId) => getPlatformPayout(context, payoutId),
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
export function requirementsDue({ state, restriction }: Account): string | undefined {
  if (state === 'new') return 'Your name and your bank account are missing.'
  return state === 'restricted' ? requirementTexts[restriction ?? 'details_missing'] : undefined
}

const requirementTexts: Record<AccountRestriction, string> = {
  details_missing: 'A copy of your identity document is missing.',
  in_review: 'Your details are being checked.',
  bank_account_missing: 'Your bank account was closed.',
  transfers_inactive: 'Transfers are turned off for this account.',
  rejected: 'This account was closed.',
  disconnected: 'This account is no longer connected.',
}

async function createAccount(
  { db, clock }: SandboxContext,
  { userId, email, country }: AccountRequest,
  key: string,
) {
  const row = {
    id: newSandboxId('acct'),
    idempotencyKey: key,
    userId,
    email,
    country,
    createdAt: clock.now(),
  }
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
  const { id, state, country } = account
  const restriction = state === 'restricted' ? (account.restriction ?? 'details_missing') : undefined
  return {
    accountId: id,
    detailsSubmitted: state !== 'new' && restriction !== 'disconnected',
    payoutsEnabled: state === 'complete',
    requirementsDue: requirementsDue(account),
    ...(restriction && { restriction }),
    ...(country && { payoutCurrency: bankCurrency(country) }),
  }
}
