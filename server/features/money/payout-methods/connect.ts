import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import { canTransfer } from '../../../../contract/countries.ts'
import { payoutMethodLabel } from '../../../../contract/payout-labels.ts'
import type * as contract from '../../../../contract/payouts.ts'
import type { AccountRestriction, ConnectedAccountState } from '../../../../contract/payouts.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Tx } from '../../../db/database.ts'
import { findRow } from '../../../db/rows.ts'
import { payoutMethodStates, payouts, users } from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import {
  type AccountSnapshot,
  type ConnectCapability,
  OnboardingIncompleteError,
} from '../../../ports/connect.ts'
import type { Ports } from '../../../ports/index.ts'
import {
  ProviderRefusedError,
  ProviderUnavailableError,
  rejectWhenUnavailable,
} from '../../../ports/payment-provider.ts'
import { hasRecentSignIn } from '../../people/accounts/guards.ts'
import { findUserById, type UserRow, updateUser } from '../../people/accounts/repository.ts'
import { attemptKey, countRefusals, rejectWhenRefused } from '../../telling/alerts/refusals.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { blockedCountries } from '../payees/rules.ts'
import { waitUntil } from './change.ts'
import { notMeToken } from './not-me.ts'
import { findMethodState, setMethodState, typedMethod } from './states.ts'

const refusedMessage =
  'The card provider refused this. We’ve told the operator of this site. Your bank connection hasn’t changed.'

const unreachableMessage =
  'We can’t reach the card provider right now. Your bank connection hasn’t changed. Try again in a moment.'

/** The URL to start or continue onboarding; our own page, which says why, while the provider is unavailable or refuses it. */
export async function startOnboarding(ports: Ports, viewer: Viewer, provider: string): Promise<string> {
  return onboardingUrl(ports, viewer, provider).catch((error: unknown) => {
    if (error instanceof ProviderUnavailableError) return '/connect?unavailable=true'
    if (error instanceof ProviderRefusedError) return '/connect?refused=true'
    throw error
  })
}

/** The provider's onboarding page for the creator's account, created once by the idempotency key. */
async function onboardingUrl(ports: Ports, viewer: Viewer, provider: string): Promise<string> {
  // A redirect cannot show the sign-in dialog, so our own page does.
  if (!hasRecentSignIn(ports, viewer)) return '/connect?reauthenticate=true'
  const { db, config } = ports
  const connect = requireConnect(ports, provider)
  const user = await findUserById(db, viewer.id)
  if (!user) throw new AppError('unauthorized', 'Unauthorized')
  const accountId = isConnected(user) ? user.providerAccountId : await createAccount(ports, connect, user)
  // Our own page asks for the country, or says how creators of this one are paid.
  if (!accountId) return '/connect'
  const { url } = await countRefusals(
    ports,
    { userId: user.id, what: 'The page to connect a bank account' },
    () =>
      connect.createOnboardingLink(accountId, {
        returnUrl: `${config.publicUrl}/connect?connected=true`,
        refreshUrl: `${config.publicUrl}/connect?refresh=true`,
      }),
  )
  return url
}

/** A disconnected account stays disconnected, so another one is created. */
function isConnected({ providerAccountId, providerAccountRestriction }: UserRow): boolean {
  return providerAccountId !== null && providerAccountRestriction !== 'disconnected'
}

/** Creates the account once for each country, previous account and refusal. Undefined when the country has no transfers. */
async function createAccount(
  ports: Ports,
  connect: ConnectCapability,
  user: UserRow,
): Promise<string | undefined> {
  const { id: userId, email, country, providerAccountId: previous } = user
  if (!country || !canConnect(ports, country)) return undefined
  const key = attemptKey(['acct', userId, country, ...(previous ? [previous] : [])].join(':'), user)
  const { accountId } = await countRefusals(ports, { userId, what: 'A bank account' }, () =>
    connect.createAccount({ userId, email, country }, key),
  )
  // Another account waits again, when it takes the place of another method.
  await ports.db
    .update(payoutMethodStates)
    .set({ transfersFrom: null, transfersChangedAt: null })
    .where(eq(payoutMethodStates.creatorId, userId))
  await updateUser(ports.db, userId, {
    providerAccountId: accountId,
    providerAccountState: 'new',
    providerAccountRestriction: null,
    providerAccountCurrency: null,
    updatedAt: ports.clock.now(),
  })
  return accountId
}

/** The provider's dashboard. Throws AppError `conflict` before onboarding is complete. */
export async function createDashboardLink(
  ports: Ports,
  viewer: Viewer,
  provider: string,
): Promise<{ url: string }> {
  const connect = requireConnect(ports, provider)
  const accountId = (await findUserById(ports.db, viewer.id))?.providerAccountId
  if (!accountId) throw onboardingIncompleteError()
  const asked = { userId: viewer.id, what: 'The link to a payout dashboard' }
  return countRefusals(ports, asked, () => connect.createDashboardLink(accountId))
    .catch((error: unknown) => {
      throw error instanceof OnboardingIncompleteError ? onboardingIncompleteError() : error
    })
    .catch(rejectWhenRefused(refusedMessage))
    .catch(rejectWhenUnavailable(unreachableMessage))
}

/** Reads an account's state at the provider and stores it. Only a complete account receives payouts. */
export async function syncConnectAccount(
  ports: Ports,
  accountId: string,
): Promise<AccountSnapshot | undefined> {
  const account = await ports.paymentProvider.connect?.getAccount(accountId)
  if (!account) return undefined
  const connectState = toConnectState(account)
  await ports.db.transaction(async (tx) => {
    const [before] = await tx
      .select()
      .from(users)
      .where(eq(users.providerAccountId, accountId))
      .for('no key update')
    if (!before) return
    const { providerAccountState, providerAccountRestriction, providerAccountCurrency } = before
    const restriction = account.restriction ?? null
    const payoutCurrency = account.payoutCurrency ?? null
    const isUnchanged =
      providerAccountState === connectState &&
      providerAccountRestriction === restriction &&
      providerAccountCurrency === payoutCurrency
    if (isUnchanged) return
    await updateUser(tx, before.id, {
      providerAccountState: connectState,
      providerAccountRestriction: restriction,
      providerAccountCurrency: payoutCurrency,
      updatedAt: ports.clock.now(),
    })
    if (restriction && restriction !== providerAccountRestriction)
      await notifyRestriction(tx, ports, before, restriction)
    if (connectState !== 'complete' || providerAccountState === 'complete') return
    const wait = await waitBeforeTransfers(tx, ports, before)
    const data = {
      destination: 'the bank account you connected',
      ...(wait && transferFacts(ports, before, wait)),
    }
    const dedupeKey = `user/${before.id}/${randomUUID()}`
    await sendEmail(tx, ports, { kind: 'payout_method_changed', dedupeKey, to: before.email, data })
  })
  return account
}

/**
 * A connected account that takes the place of another payout method is used later, like other changed details. Returns since
 * when and until when it waits; undefined for the first details, and for an account that was complete before. The caller has locked the creator.
 */
async function waitBeforeTransfers(
  tx: Tx,
  ports: Ports,
  before: UserRow,
): Promise<{ changedAt: Date; from: Date } | undefined> {
  const state = await findMethodState(tx, before.id)
  if (!typedMethod(before) || state?.transfersFrom) return undefined
  const paid = await findRow(tx, payouts, {
    creatorId: before.id,
    providerAccountId: before.providerAccountId,
  })
  if (paid) return undefined
  const now = ports.clock.now()
  const from = waitUntil(ports)
  await setMethodState(tx, before.id, { transfersFrom: from, transfersChangedAt: now, updatedAt: now })
  return { changedAt: now, from }
}

function transferFacts(ports: Ports, before: UserRow, { changedAt, from }: { changedAt: Date; from: Date }) {
  const until = typedMethod(before)
  return {
    from: from.toISOString(),
    until: until && `${payoutMethodLabel(until.method)}, ${until.mask}`,
    token: notMeToken(ports, before.id, changedAt),
  }
}

/** Emails the creator once for each change, unless the provider only takes a look and needs nothing. */
async function notifyRestriction(
  tx: Tx,
  ports: Ports,
  { id, email: recipient }: UserRow,
  restriction: AccountRestriction,
): Promise<void> {
  if (restriction === 'in_review') return
  const dedupeKey = `user/${id}/${randomUUID()}`
  const data = { accountRestriction: restriction, userId: id }
  await sendEmail(tx, ports, { kind: 'payout_account_restricted', dedupeKey, to: recipient, data })
}

function toConnectState({
  detailsSubmitted,
  payoutsEnabled,
  restriction,
}: AccountSnapshot): ConnectedAccountState {
  if (payoutsEnabled) return 'complete'
  return detailsSubmitted || restriction ? 'restricted' : 'new'
}

function requireConnect({ paymentProvider }: Ports, provider: string): ConnectCapability {
  if (provider !== paymentProvider.id || !paymentProvider.connect)
    throw new AppError('not_found', 'There’s nothing at this address.')
  return paymentProvider.connect
}

function onboardingIncompleteError(): AppError {
  return new AppError('conflict', 'Connect your bank account first.')
}

/** The state of a creator's connected account: read at the provider, and stored. */
export async function getConnectStatus(
  ports: Ports,
  viewer: Viewer,
): Promise<z.input<typeof contract.getConnectStatus.response>> {
  const { db, config, paymentProvider } = ports
  const user = await findUserById(db, viewer.id)
  if (!user) throw new AppError('unauthorized', 'Unauthorized')
  const account =
    user.providerAccountId && paymentProvider.connect
      ? await syncConnectAccount(ports, user.providerAccountId).catch(
          rejectWhenUnavailable(unreachableMessage),
        )
      : undefined
  const { country } = user
  return {
    provider: paymentProvider.connect ? paymentProvider.id : null,
    details_submitted: account?.detailsSubmitted ?? false,
    payouts_enabled: account?.payoutsEnabled ?? false,
    requirementsDue: account?.requirementsDue ?? null,
    country,
    hasTransfers: country !== null && canConnect(ports, country),
    restriction: account?.restriction ?? null,
    currency: config.currency,
    payoutCurrency: account?.payoutCurrency ?? null,
  }
}

/** Whether a creator of a country can be paid by transfer. */
function canConnect(ports: Ports, country: string): boolean {
  if (blockedCountries(ports).includes(country)) return false
  return canTransfer({ from: platformCountry(ports), to: country })
}

/** The country of the account at the card provider: its own setting, else the seller's country. */
function platformCountry({ settings }: Pick<Ports, 'settings'>): string {
  const { platformCountry: country, sellerCountry } = settings.current()
  return country || sellerCountry || 'US'
}
