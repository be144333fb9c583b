import { randomBytes } from 'node:crypto'
import { and, desc, eq, isNull, ne, or } from 'drizzle-orm'
import type { z } from 'zod'
import { dictionary } from '../../../contract/dictionary.ts'
import { type Currency, formatDecimal } from '../../../contract/money.ts'
import type { AccountRestriction } from '../../../contract/payouts.ts'
import type {
  completeSandboxOnboarding,
  getSandboxAccount,
  SandboxOnboarding,
} from '../../../contract/sandbox.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Db } from '../../db/database.ts'
import {
  type AccountRequest,
  type AccountSnapshot,
  type ConnectCapability,
  OnboardingIncompleteError,
} from '../../ports/connect.ts'
import { getBalance, getPlatformPayout } from './balance.ts'
import { bindContext, newSandboxId, type SandboxContext } from './context.ts'
import { enqueueWebhook } from './events.ts'
import { sandboxAccounts, sandboxLinks, sandboxTransfers } from './schema.ts'
import { getTransfer, reverseTransfer, transfer } from './transfers.ts'

type Account = typeof sandboxAccounts.$inferSelect

/** Connected accounts in the sandbox: an onboarding page of our own, and transfers that move no money. */
export function createConnect(context: SandboxContext): ConnectCapability {
  return {
    ...bindContext(context, {
      createAccount,
      createOnboardingLink: onboardingLink,
      createTransfer: transfer,
      getTransfer,
      reverseTransfer,
      getBalance,
      getPlatformPayout,
    }),
    getAccount: async (accountId) => snapshotOf(await accountById(context.db, accountId)),
    async createDashboardLink(accountId) {
      const account = await accountById(context.db, accountId)
      if (account.state === 'new')
        throw new OnboardingIncompleteError('This account has no dashboard until onboarding is complete')
      return { url: '/sandbox/account' }
    },
  }
}

/** A user's newest account. */
async function latestAccountOf(db: Db, userId: string): Promise<Account | undefined> {
  const [row] = await db
    .select()
    .from(sandboxAccounts)
    .where(eq(sandboxAccounts.userId, userId))
    .orderBy(desc(sandboxAccounts.createdAt))
    .limit(1)
  return row
}

/** What an account still needs, for its owner; undefined when nothing. */
function requirementsDue({ state, restriction }: Account): string | undefined {
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

/** Countries of transfers whose banks are not paid in euros. */
const currencyByCountry: Record<string, Currency> = dictionary({
  CA: 'CAD',
  CH: 'CHF',
  CZ: 'CZK',
  DK: 'DKK',
  GB: 'GBP',
  HU: 'HUF',
  LI: 'CHF',
  NO: 'NOK',
  PL: 'PLN',
  RO: 'RON',
  SE: 'SEK',
  US: 'USD',
})

/** The currency in which a bank of this country is paid. */
function bankCurrency(country: string): Currency {
  return currencyByCountry[country] ?? 'EUR'
}

type OnboardingResult = z.output<typeof completeSandboxOnboarding.body>
type Dashboard = z.input<typeof getSandboxAccount.response>

/** The data of the onboarding page. Throws AppError for a link of another creator. */
export async function getOnboarding(
  { db }: SandboxContext,
  userId: string,
  token: string,
): Promise<SandboxOnboarding> {
  const { link, account } = await requireLink(db, token, userId)
  return { email: account.email, refreshUrl: link.usedAt ? link.refreshUrl : null }
}

/** Records the creator's answer and redirects to the return page. A used link redirects to the refresh page. */
export async function finishOnboarding(
  context: SandboxContext,
  userId: string,
  { token, outcome }: OnboardingResult,
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
  return linkWithAccount
}

/**
 * Restricts a connected account, or makes it complete again with null, and announces it. Throws AppError for an unknown
 * one and before its onboarding.
 */
export async function restrictAccount(
  context: SandboxContext,
  accountId: string,
  restriction: AccountRestriction | null,
): Promise<{ done: true }> {
  return context.db.transaction(async (tx) => {
    const [account] = await tx
      .update(sandboxAccounts)
      .set({ state: restriction ? 'restricted' : 'complete', restriction })
      .where(and(eq(sandboxAccounts.id, accountId), ne(sandboxAccounts.state, 'new')))
      .returning()
    if (!account) throw new AppError('not_found', 'We couldn’t find an account that has finished onboarding.')
    const type = restriction === 'transfers_inactive' ? 'capability.updated' : 'account.updated'
    await enqueueWebhook(context, tx, type, accountId)
    return { done: true as const }
  })
}
