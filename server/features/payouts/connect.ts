import { eq } from 'drizzle-orm'
import type { z } from 'zod'
import type { getConnectStatus } from '../../../contract/payouts.ts'
import { AppError } from '../../../domain/errors.ts'
import { users } from '../../db/schema/index.ts'
import type { Viewer } from '../../http/call.ts'
import { type AccountSnapshot, type ConnectCapability, OnboardingUnfinished } from '../../ports/connect.ts'
import type { Ports } from '../../ports/index.ts'
import { ProviderAway, refuseWhenAway } from '../../ports/provider-away.ts'
import { requireFreshSignIn } from '../accounts/fresh.ts'
import { userById } from '../accounts/repository.ts'
import { queueMail } from '../mail/outbox.ts'

const unreachable =
  "We can't reach the card provider right now. Your bank connection is as it was. Try again in a moment."

/** How far a creator's account at the provider has come: asked anew, and kept. */
export async function connectStatus(
  ports: Ports,
  viewer: Viewer,
): Promise<z.input<typeof getConnectStatus.reply>> {
  const { db, payments } = ports
  const accountId = (await userById(db, viewer.id))?.connectAccountId
  const provider = payments.connect ? payments.id : null
  const account =
    accountId && payments.connect
      ? await readAccount(ports, accountId).catch(refuseWhenAway(unreachable))
      : undefined
  return {
    provider,
    details_submitted: account?.detailsSubmitted ?? false,
    payouts_enabled: account?.payoutsEnabled ?? false,
    missing: account?.restricted ?? null,
  }
}

/** Where a creator goes on with onboarding; back to our own page, which says so, while the provider is away. */
export async function startOnboarding(ports: Ports, viewer: Viewer, provider: string): Promise<string> {
  return onboardingUrl(ports, viewer, provider).catch((error: unknown) => {
    if (error instanceof ProviderAway) return '/connect?away=true'
    throw error
  })
}

/** The provider's onboarding page, with an account of the creator's own: the same key never opens a second one. */
async function onboardingUrl(ports: Ports, viewer: Viewer, provider: string): Promise<string> {
  // A navigation cannot ask for a code in place: the page it came from does.
  if (!isFresh(ports, viewer)) return '/connect?fresh=true'
  const { db, config, clock } = ports
  const connect = connectOf(ports, provider)
  const user = await userById(db, viewer.id)
  if (!user) throw new AppError('unauthorized', 'Unauthorized')
  const accountId =
    user.connectAccountId ??
    (await connect.createAccount({ userId: user.id, email: user.email }, `acct:${user.id}`)).accountId
  if (!user.connectAccountId)
    await db
      .update(users)
      .set({ connectAccountId: accountId, connectState: 'new', updatedAt: clock.now() })
      .where(eq(users.id, user.id))
  const { url } = await connect.onboardingLink(accountId, {
    returnUrl: `${config.publicUrl}/connect?connected=true`,
    refreshUrl: `${config.publicUrl}/connect?refresh=true`,
  })
  return url
}

/** The provider's own dashboard. Throws AppError `conflict` before onboarding has ended. */
export async function dashboardLink(
  ports: Ports,
  viewer: Viewer,
  provider: string,
): Promise<{ url: string }> {
  const connect = connectOf(ports, provider)
  const accountId = (await userById(ports.db, viewer.id))?.connectAccountId
  if (!accountId) throw unfinished()
  return connect
    .dashboardLink(accountId)
    .catch((error: unknown) => {
      throw error instanceof OnboardingUnfinished ? unfinished() : error
    })
    .catch(refuseWhenAway(unreachable))
}

/** Asks the provider how an account stands now and keeps the answer: it decides whether payouts go there. */
export async function readAccount(ports: Ports, accountId: string): Promise<AccountSnapshot | undefined> {
  const account = await ports.payments.connect?.getAccount(accountId)
  if (!account) return undefined
  const connectState = stateOf(account)
  await ports.db.transaction(async (tx) => {
    const [before] = await tx
      .select()
      .from(users)
      .where(eq(users.connectAccountId, accountId))
      .for('no key update')
    if (!before || before.connectState === connectState) return
    await tx.update(users).set({ connectState, updatedAt: ports.clock.now() }).where(eq(users.id, before.id))
    if (connectState !== 'complete') return
    const data = { words: 'the bank account that was connected' }
    const subject = `user/${before.id}/${ports.newId()}`
    await queueMail(tx, ports, { kind: 'payout-method', subject, recipient: before.email, data })
  })
  return account
}

function stateOf({ detailsSubmitted, payoutsEnabled }: AccountSnapshot): 'new' | 'complete' | 'restricted' {
  if (payoutsEnabled) return 'complete'
  return detailsSubmitted ? 'restricted' : 'new'
}

function connectOf({ payments }: Ports, provider: string): ConnectCapability {
  if (provider !== payments.id || !payments.connect)
    throw new AppError('not_found', 'There is nothing at this address.')
  return payments.connect
}

function isFresh(ports: Ports, viewer: Viewer): boolean {
  try {
    requireFreshSignIn(ports, viewer)
    return true
  } catch (error) {
    if (error instanceof AppError && error.code === 'fresh_sign_in') return false
    throw error
  }
}

function unfinished(): AppError {
  return new AppError('conflict', 'Connect your bank account first.')
}
