import { createHmac } from 'node:crypto'
import { AppError } from '../../../../domain/errors.ts'
import { acceptedSecrets } from '../../../http/cookies.ts'
import { timingSafeEquals } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import {
  deleteSessions,
  findUserById,
  lockCreator,
  type UserRow,
  updateUser,
} from '../../people/accounts/repository.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { countryOf } from './bank-countries.ts'
import { findMethodState, previousMethod, setMethodState } from './states.ts'

/** Longer than changed details may wait. */
const validMs = 45 * 24 * 3_600_000

/** Names a creator and a change of their payout details, signed: for *It wasn't me*. */
export function notMeToken({ secret }: Pick<Ports, 'secret'>, userId: string, changedAt: Date): string {
  const fact = `${userId}.${changedAt.getTime()}`
  return `${fact}.${createHmac('sha256', secret).update(`not me ${fact}`).digest('base64url')}`
}

/** What the emailed link is about. Changes nothing. Throws AppError `not_found` for a link that is cut off or too old. */
export async function getNotMe(ports: Ports, token: string) {
  const user = await requireOwner(ports, token)
  const state = await findMethodState(ports.db, user.id)
  return { isStopped: state?.confirmReason === 'not_me' }
}

/**
 * The owner of the link says that a change of the payout details wasn't theirs. The details of before are back, no payout is made
 * until they are confirmed, and every browser is signed out. Idempotent.
 */
export async function stopPayouts(ports: Ports, token: string): Promise<void> {
  const { id } = await requireOwner(ports, token)
  const now = ports.clock.now()
  await ports.db.transaction(async (tx) => {
    const user = await lockCreator(tx, id)
    const state = await findMethodState(tx, id)
    if (state?.confirmReason === 'not_me') return
    const previous = previousMethod(state)
    if (state?.methodFrom)
      await updateUser(tx, id, {
        payoutMethod: previous?.method ?? null,
        payoutEmail: previous?.details ?? null,
        payoutMask: previous?.mask ?? null,
        payoutCountry: previous ? countryOf(ports, id, previous.details) : null,
        updatedAt: now,
      })
    // A bank account that someone else connected must not be paid, even after the creator's answer.
    if (state?.transfersFrom) await updateUser(tx, id, { ...noAccount, updatedAt: now })
    await setMethodState(tx, id, {
      previousMethod: null,
      previousDetails: null,
      previousMask: null,
      methodFrom: null,
      transfersFrom: null,
      confirmReason: 'not_me',
      confirmPayoutId: null,
      updatedAt: now,
    })
    await deleteSessions(tx, id)
    const dedupeKey = `user/${id}/${now.toISOString()}`
    await sendEmail(tx, ports, { kind: 'payouts_stopped', dedupeKey, to: user.email, data: {} })
  })
}

const noAccount = {
  providerAccountId: null,
  providerAccountState: null,
  providerAccountRestriction: null,
  providerAccountCurrency: null,
}

async function requireOwner(ports: Ports, token: string): Promise<UserRow> {
  const [id = '', time = ''] = token.split('.')
  const changedAt = /^\d{1,14}$/.test(time) ? new Date(Number(time)) : undefined
  const isOurs =
    changedAt !== undefined &&
    acceptedSecrets(ports).some((secret) => timingSafeEquals(notMeToken({ secret }, id, changedAt), token))
  const isValid = isOurs && ports.clock.now().getTime() - changedAt.getTime() < validMs
  const user = isValid ? await findUserById(ports.db, id) : undefined
  if (!user || user.deletedAt)
    throw new AppError(
      'not_found',
      'This link doesn’t work anymore. Sign in, check your payout details, and sign out everywhere else.',
    )
  return user
}
