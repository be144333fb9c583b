import { formatDecimal } from '../../../../contract/money.ts'
import type { AccountDeletionPreview } from '../../../../contract/settings.ts'
import { site } from '../../../../contract/site.ts'
import { AppError } from '../../../../domain/errors.ts'
import { creatorAccount, payoutsPayableAccount } from '../../../../domain/ledger.ts'
import { formatMoney } from '../../../../domain/price.ts'
import { commandLine } from '../../../config/command-line.ts'
import type { Tx } from '../../../db/database.ts'
import { deleteRows } from '../../../db/rows.ts'
import {
  apiKeys,
  emailChangeRequests,
  followers,
  handleRedirects,
  oauthAccounts,
  passkeys,
  webhookEndpoints,
} from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { deleteMessagesOfCreator } from '../../buying/purchases/messages-repository.ts'
import { deleteOptOutsOf } from '../../buying/updates/repository.ts'
import { computeBalance } from '../../money/ledger/repository.ts'
import { endPayee } from '../../money/payees/repository.ts'
import { endAgreement } from '../../money/payees/self-billing.ts'
import { deleteMethodState } from '../../money/payout-methods/states.ts'
import { requireRecentSignIn } from '../../people/accounts/guards.ts'
import { deleteSessions, lockCreator, updateUser } from '../../people/accounts/repository.ts'
import { sendEmailsNow, sendNow } from '../../people/sign-in/codes.ts'
import { keepDebt } from '../../people/sign-in/debts.ts'
import { softDeleteAllContent } from '../../selling/content/repository.ts'
import { deleteCopyRequestsOf } from '../../selling/copies/requests.ts'
import { deleteAllDiscounts } from '../../selling/discounts/list-repository.ts'
import { removeStoredObjects } from '../../site/storage/remove-stored-objects.ts'
import { eraseRecipient } from '../../telling/deliveries/erase-recipient.ts'
import { countOpenCases, countRemaining } from './account-repository.ts'

export async function getAccountDeletionPreview(
  { db, config }: Ports,
  viewer: Viewer,
): Promise<AccountDeletionPreview> {
  const remainingBalance = await computeBalance(db, creatorAccount(viewer.id))
  return {
    balance: formatDecimal(remainingBalance, config.currency),
    currency: config.currency,
    ...(await countRemaining(db, viewer.id)),
  }
}

type DeleteAccountInput = { email: string; forfeitedBalance?: string | undefined }

/**
 * Deletes an account permanently. Buyers keep their access, and the ledger stays; personal data is removed. A
 * remaining balance must be confirmed to the cent, so that it is not lost by accident.
 */
export async function deleteAccount(
  ports: Ports,
  viewer: Viewer,
  { email, forfeitedBalance }: DeleteAccountInput,
) {
  requireRecentSignIn(ports, viewer)
  assertOwnEmail(viewer, email)
  const { db, clock } = ports
  const { before, mailIds } = await db.transaction(async (tx) => {
    const row = await lockCreator(tx, viewer.id)
    await assertNothingOpen(tx, viewer.id)
    const balance = await assertNoBalance(tx, ports, { creatorId: viewer.id, forfeitedBalance })
    const now = clock.now()
    const own = { userId: viewer.id }
    await softDeleteAllContent(tx, viewer.id, now)
    await deleteAllDiscounts(tx, viewer.id, now)
    await deleteRows(tx, passkeys, own)
    await deleteRows(tx, oauthAccounts, own)
    await deleteRows(tx, emailChangeRequests, own)
    await deleteRows(tx, handleRedirects, own)
    await deleteRows(tx, apiKeys, { creatorId: viewer.id })
    await deleteRows(tx, webhookEndpoints, { creatorId: viewer.id })
    await deleteRows(tx, followers, { creatorId: viewer.id })
    await deleteCopyRequestsOf(tx, viewer.id)
    await deleteOptOutsOf(tx, viewer.id)
    await deleteMessagesOfCreator(tx, viewer.id)
    await deleteSessions(tx, viewer.id)
    await deleteMethodState(tx, viewer.id)
    await endPayee(tx, viewer.id, now)
    await endAgreement(tx, viewer.id, now)
    const debt = balance < 0 ? await keepDebt(tx, ports, row, balance) : {}
    await updateUser(tx, viewer.id, { ...anonymizedUser(viewer.id, now), ...debt })
    await eraseRecipient(tx, row.email)
    const dedupeKey = `account/${viewer.id}`
    const email = { kind: 'account_deleted', dedupeKey, to: row.email, data: {} } as const
    return { before: row, mailIds: await sendEmailsNow(tx, ports, [email]) }
  })
  await removeStoredObjects(ports, [before.photoKey, before.logoKey])
  await sendNow(ports, mailIds)
  return { deleted: true as const }
}

function assertOwnEmail({ email, role }: Viewer, typed: string): void {
  if (role)
    throw new AppError(
      'conflict',
      `This account opens the admin pages. Another admin can remove it under People first. For the owner’s account, whoever runs the server first makes someone else the owner with ${commandLine('staff')}.`,
    )
  if (typed.toLowerCase() === email.toLowerCase()) return
  const message = `Enter your email address, ${email}, to delete your account.`
  throw new AppError('invalid_input', message, { email: message })
}

/** Someone has to answer for what buyers and banks have not been told yet. */
async function assertNothingOpen(tx: Tx, creatorId: string): Promise<void> {
  const { requests, disputes, waiting, keyless } = await countOpenCases(tx, creatorId)
  if (waiting > 0) {
    const people = waiting === 1 ? '1 person waits' : `${waiting.toLocaleString(site().locale)} people wait`
    throw new AppError(
      'conflict',
      `You can’t delete your account yet: ${people} for an item that isn’t out yet. Delete the item, and they get their money back. Then delete your account here.`,
    )
  }
  if (keyless > 0) {
    const people =
      keyless === 1 ? '1 buyer is waiting' : `${keyless.toLocaleString(site().locale)} buyers are waiting`
    throw new AppError(
      'conflict',
      `You can’t delete your account yet: ${people} for a license key. Add keys to the item’s list, or wait until they are refunded after 72 hours. Then delete your account here.`,
    )
  }
  if (requests + disputes === 0) return
  const open = [
    ...(requests > 0 ? [`${requests} refund ${requests === 1 ? 'request' : 'requests'}`] : []),
    ...(disputes > 0 ? [`${disputes} payment ${disputes === 1 ? 'dispute' : 'disputes'}`] : []),
  ].join(' and ')
  throw new AppError(
    'conflict',
    `You can’t delete your account yet: ${open} of your sales ${requests + disputes === 1 ? 'is' : 'are'} still open. You can answer refund requests on your dashboard, and disputes end when the bank decides. Then delete your account here.`,
  )
}

/** Returns the remaining balance in minor units: confirmed to the cent, zero, or negative. */
async function assertNoBalance(
  tx: Tx,
  { config }: Ports,
  { creatorId, forfeitedBalance }: { creatorId: string; forfeitedBalance: string | undefined },
): Promise<number> {
  if ((await computeBalance(tx, payoutsPayableAccount(creatorId))) !== 0)
    throw new AppError(
      'conflict',
      'A payout is on its way to you. You can delete your account once it arrives.',
    )
  const remainingBalance = await computeBalance(tx, creatorAccount(creatorId))
  if (remainingBalance <= 0 || forfeitedBalance === formatDecimal(remainingBalance, config.currency))
    return remainingBalance
  const message = `You still have ${formatMoney(remainingBalance, config.currency)} in your balance. Wait for it to be paid out, or confirm that you’re giving it up.`
  throw new AppError('conflict', message, { forfeitedBalance: message })
}

/** A row that the ledger can still reference, without personal data. */
function anonymizedUser(id: string, now: Date) {
  return {
    email: `${id}@deleted.invalid`,
    emailVerified: false,
    name: '',
    firstName: 'Former creator',
    lastName: null,
    image: null,
    handle: null,
    bio: '',
    links: [],
    defaultThankYouNote: '',
    showTicketNumbers: true,
    timeZone: null,
    photoKey: null,
    defaultSuggestedAmounts: null,
    defaultShowSupporters: true,
    payoutMethod: null,
    payoutEmail: null,
    payoutMask: null,
    payoutCountry: null,
    country: null,
    role: null,
    isOwner: false,
    providerAccountId: null,
    providerAccountState: null,
    providerAccountRestriction: null,
    providerAccountCurrency: null,
    accentColor: null,
    logoKey: null,
    hidePlatformBranding: false,
    enabledBetaFeatures: [],
    deletedAt: now,
    updatedAt: now,
  }
}
