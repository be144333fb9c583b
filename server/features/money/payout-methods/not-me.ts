import { createHmac } from 'node:crypto'
import { AppError } from '../../../../domain/errors.ts'
import { acceptedSecrets } from '../../../http/cookies.ts'
import { timingSafeEquals } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { findUserById, type UserRow } from '../../people/accounts/repository.ts'
import { findMethodState, isWaiting, isWaitingForTransfers, type MethodState } from './states.ts'

/** Longer than changed details may wait. */
const validMs = 45 * 24 * 3_600_000

/** Names a creator and a change of their payout details, signed: for *It wasn't me*. */
export function notMeToken({ secret }: Pick<Ports, 'secret'>, userId: string, changedAt: Date): string {
  const fact = `${userId}.${changedAt.getTime()}`
  return `${fact}.${createHmac('sha256', secret).update(`not me ${fact}`).digest('base64url')}`
}

/** What the emailed link is about. Changes nothing. Throws AppError `not_found` for a link that is cut off or too old. */
export async function getNotMe(ports: Ports, token: string) {
  const { user, changedAt } = await requireOwner(ports, token)
  const state = await findMethodState(ports.db, user.id)
  const { method, transfers } = undoable(state, changedAt, ports.clock.now())
  return { isStopped: state?.confirmReason === 'not_me' && !method && !transfers }
}

/** What a report about a change undoes: what waits since then, or since an earlier change. */
export function undoable(state: MethodState | undefined, changedAt: Date, now: Date) {
  const began = (at: Date | null | undefined) => at != null && at <= changedAt
  return {
    method: isWaiting(state, now) && began(state?.methodChangedAt),
    transfers: isWaitingForTransfers(state, now) && began(state?.transfersChangedAt),
  }
}

/** Whose link it is, and when the change was made that it names. Throws AppError `not_found` for one that doesn't work. */
export async function requireOwner(ports: Ports, token: string): Promise<{ user: UserRow; changedAt: Date }> {
  const [id = '', time = ''] = token.split('.')
  const changedAt = /^\d{1,14}$/.test(time) ? new Date(Number(time)) : undefined
  const isOurs =
    changedAt !== undefined &&
    acceptedSecrets(ports).some((secret) => timingSafeEquals(notMeToken({ secret }, id, changedAt), token))
  const isValid = isOurs && ports.clock.now().getTime() - changedAt.getTime() < validMs
  const user = isValid ? await findUserById(ports.db, id) : undefined
  if (!changedAt || !user || user.deletedAt)
    throw new AppError(
      'not_found',
      'This link doesn’t work anymore. Sign in, check your payout details, and sign out everywhere else.',
    )
  return { user, changedAt }
}
