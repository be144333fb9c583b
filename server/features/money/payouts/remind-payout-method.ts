import type { PayoutStatus } from '../../../../contract/admin-payouts.ts'
import { limits } from '../../../../contract/limits.ts'
import { type ReminderReason, reminderReasons } from '../../../../contract/payout-method-state.ts'
import { AppError } from '../../../../domain/errors.ts'
import { availableAmount, decidePayout, holdCutoff } from '../../../../domain/payout.ts'
import { formatMoney } from '../../../../domain/price.ts'
import type { Ports } from '../../../ports/index.ts'
import { findUserById, lockCreator, type UserRow, updateUser } from '../../people/accounts/repository.ts'
import { sendEmail } from '../../telling/deliveries/deliveries.ts'
import { findPayee } from './find-payee.ts'
import { getFunds } from './funds.ts'

/**
 * Emails a creator about the money that waits for what only they can do: a payout method, payee details, or to confirm where
 * it goes. At most once a week.
 */
export async function remindPayoutMethod(ports: Ports, id: number): Promise<{ reminderSentAt: string }> {
  const { db, clock, config, settings } = ports
  const creatorId = String(id)
  if (!(await findUserById(db, creatorId))) throw new AppError('not_found', 'We couldn’t find that creator.')
  const now = clock.now()
  await db.transaction(async (tx) => {
    const creator = await lockCreator(tx, creatorId)
    const funds = await getFunds(tx, creatorId, { cutoff: holdCutoff(settings.holdChanges(), now), now })
    const amount = availableAmount(funds)
    // Whatever the amount is.
    const decision = decidePayout(await findPayee(tx, ports, creator, amount), amount, amount)
    const reason = 'skipped' in decision ? decision.skipped : null
    if (!isRemindable(reason)) throw new AppError('conflict', 'This creator has a payout method.')
    if (!canRemind(ports, { ...creator, status: reason }))
      throw new AppError('conflict', 'This creator was reminded less than a week ago.')
    await updateUser(tx, creatorId, { payoutReminderSentAt: now })
    await sendEmail(tx, ports, {
      kind: 'payout_method_reminder',
      dedupeKey: `user/${creatorId}/${now.toISOString()}`,
      to: creator.email,
      data: { amount: formatMoney(amount, config.currency), reason },
    })
  })
  return { reminderSentAt: now.toISOString() }
}

type Remindable = Pick<UserRow, 'payoutReminderSentAt'> & { status: PayoutStatus }

/** Whether a reminder may be sent: only the creator can end what keeps the payout, and none was sent within the last week. */
export function canRemind(
  { clock }: Pick<Ports, 'clock'>,
  { payoutReminderSentAt, status }: Remindable,
): boolean {
  const last = payoutReminderSentAt?.getTime() ?? 0
  return isRemindable(status) && clock.now().getTime() - last >= limits.payoutReminderIntervalMs
}

function isRemindable(status: PayoutStatus | null): status is ReminderReason {
  return reminderReasons.some((reason) => reason === status)
}
