import type { ClosingTerms } from '../../../contract/account-settings.ts'
import { decimal } from '../../../contract/money.ts'
import { AppError } from '../../../domain/errors.ts'
import { creatorAccount, payableAccount } from '../../../domain/ledger.ts'
import { spoken } from '../../../domain/price.ts'
import type { Tx } from '../../db/database.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { queueUrgentMails, sendQueuedMails } from '../accounts/code-mail.ts'
import { requireFreshSignIn } from '../accounts/fresh.ts'
import {
  dropEmailChange,
  dropIdentities,
  dropPasskeys,
  endSessions,
  lockCreator,
  updateUser,
} from '../accounts/repository.ts'
import { takeAllOffSale } from '../content/repository.ts'
import { balance } from '../ledger/repository.ts'
import { leftBehind } from './repository.ts'

export async function closingTerms({ db, config }: Ports, viewer: Viewer): Promise<ClosingTerms> {
  const left = await balance(db, creatorAccount(viewer.id))
  return {
    balance: decimal(left, config.currency),
    currency: config.currency,
    ...(await leftBehind(db, viewer.id)),
  }
}

type Closing = { email: string; giveUp?: string | undefined }

/**
 * Ends an account for good. What buyers have they keep, and the books stay as they are; what says who it was goes. Money
 * that is left is named to the cent by whoever gives it up, so that nobody loses it by accident.
 */
export async function closeAccount(ports: Ports, viewer: Viewer, { email, giveUp }: Closing) {
  requireFreshSignIn(ports, viewer)
  refuseOther(viewer, email)
  const { db, files, clock } = ports
  const { before, mailIds } = await db.transaction(async (tx) => {
    const row = await lockCreator(tx, viewer.id)
    await refuseWithMoney(tx, ports, { creatorId: viewer.id, giveUp })
    const now = clock.now()
    await takeAllOffSale(tx, viewer.id, now)
    await dropPasskeys(tx, viewer.id)
    await dropIdentities(tx, viewer.id)
    await dropEmailChange(tx, viewer.id)
    await endSessions(tx, viewer.id)
    await updateUser(tx, viewer.id, nobody(viewer.id, now))
    const subject = `account/${viewer.id}`
    const mail = { kind: 'account-closed', subject, recipient: row.email, data: {} } as const
    return { before: row, mailIds: await queueUrgentMails(tx, ports, [mail]) }
  })
  for (const key of [before.photoKey, before.logoKey]) if (key) await files.remove(key)
  await sendQueuedMails(ports, mailIds)
  return { closed: true as const }
}

function refuseOther({ email, isAdmin }: Viewer, typed: string): void {
  if (isAdmin)
    throw new AppError('conflict', 'This account runs the site: give ADMIN_EMAIL another address first.')
  if (typed.toLowerCase() === email.toLowerCase()) return
  const sentence = `Enter your e-mail address, ${email}, to delete the account.`
  throw new AppError('invalid_input', sentence, { email: sentence })
}

async function refuseWithMoney(
  tx: Tx,
  { config }: Ports,
  { creatorId, giveUp }: { creatorId: string; giveUp: string | undefined },
): Promise<void> {
  if ((await balance(tx, payableAccount(creatorId))) !== 0)
    throw new AppError('conflict', 'A payout is on its way to you. Delete the account once it has arrived.')
  const left = await balance(tx, creatorAccount(creatorId))
  if (left <= 0 || giveUp === decimal(left, config.currency)) return
  const sentence = `There is ${spoken(left, config.currency)} left. Have it paid out first, or confirm that you give it up.`
  throw new AppError('conflict', sentence, { giveUp: sentence })
}

/** A row that the books can still point at, and that says nothing of anybody. */
function nobody(id: string, now: Date) {
  return {
    email: `${id}@deleted.invalid`,
    emailVerified: false,
    name: '',
    firstName: 'A former creator',
    lastName: null,
    image: null,
    handle: null,
    photoKey: null,
    chips: null,
    showSupporters: false,
    payoutMethod: null,
    payoutEmail: null,
    connectAccountId: null,
    connectState: null,
    accentColor: null,
    logoKey: null,
    hideBrand: false,
    earlyAccess: [],
    deletedAt: now,
    updatedAt: now,
  }
}
