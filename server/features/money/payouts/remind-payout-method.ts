import { limits } from '../../../../contract/limits.ts'
import { AppError } from '../../../../domain/errors.ts'
import { availableAmount, holdCutoff } from '../../../../domain/payout.ts'
import { formatMoney } from '../../../../domain/price.ts'
import type { Ports } from '../../../ports/index.ts'
import { findUserById, lockCreator, type UserRow, updateUser } from '../../people/accounts/repository.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { toPayee } from './create-payout.ts'
import { getFunds } from './funds.ts'

/** Emails a creator without a payout method about the money that waits for one. At most once a week. */
export async function remindPayoutMethod(ports: Ports, id: number): Promise<{ reminderSentAt: string }> {
  const { db, clock, config, settings } = ports
  const creatorId = String(id)
  if (!(await findUserById(db, creatorId))) throw new AppError('not_found', 'We couldn’t find that creator.')
  const now = clock.now()
  await db.transaction(async (tx) => {
    const creator = await lockCreator(tx, creatorId)
    if (hasPayoutMethod(ports, creator)) throw new AppError('conflict', 'This creator has a payout method.')
    if (!canRemind(ports, creator))
      throw new AppError('conflict', 'This creator was reminded less than a week ago.')
    const funds = await getFunds(tx, creatorId, { cutoff: holdCutoff(settings.holdChanges(), now), now })
    await updateUser(tx, creatorId, { payoutReminderSentAt: now })
    await sendEmail(tx, ports, {
      kind: 'payout_method_reminder',
      dedupeKey: `user/${creatorId}/${now.toISOString()}`,
      to: creator.email,
      data: { amount: formatMoney(availableAmount(funds), config.currency) },
    })
  })
  return { reminderSentAt: now.toISOString() }
}

type Remindable = Parameters<typeof toPayee>[1] & Pick<UserRow, 'payoutReminderSentAt'>

/** Whether a reminder may be sent: no payout method, not suspended, and none within the last week. */
export function canRemind(ports: Ports, user: Remindable): boolean {
  const last = user.payoutReminderSentAt?.getTime() ?? 0
  const isDue = ports.clock.now().getTime() - last >= limits.payoutReminderIntervalMs
  return isDue && user.suspendedAt === null && !hasPayoutMethod(ports, user)
}

function hasPayoutMethod(ports: Ports, user: Remindable): boolean {
  const { payoutMethod, payoutEmail, transfersEnabled } = toPayee(ports, user)
  return transfersEnabled || (payoutMethod !== null && payoutEmail !== null)
}
