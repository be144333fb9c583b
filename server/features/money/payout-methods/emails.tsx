import { payoutMethodLabel, restrictionTexts } from '../../../../contract/payout-labels.ts'
import type { AccountRestriction } from '../../../../contract/payouts.ts'
import type { Ports } from '../../../ports/index.ts'
import { shownPayoutDetails } from '../../people/accounts/payout-details.ts'
import { findUserById, type UserRow } from '../../people/accounts/repository.ts'
import type { EmailOf } from '../../telling/deliveries/deliveries.ts'
import type { Email } from '../../telling/email/email.ts'

const subjects: Record<AccountRestriction, string> = {
  details_missing: 'Your bank account setup needs more details',
  in_review: 'Your bank account details are in review',
  bank_account_missing: 'Your bank returned a payout',
  transfers_inactive: 'Transfers to your bank account are turned off',
  rejected: 'The payment provider can no longer pay you',
  disconnected: 'Your bank account is disconnected',
}

/** Why the creator's connected account cannot be paid, and the way on; undefined when that changed in the meantime. */
export async function restrictionEmail(
  { db, config }: Ports,
  { data }: EmailOf<'payout_account_restricted'>,
): Promise<Email | undefined> {
  const creator = await findUserById(db, data.userId)
  const restriction = creator?.providerAccountRestriction
  if (!creator || !restriction || restriction !== data.accountRestriction) return undefined
  const title = subjects[restriction]
  const { text, action } = restrictionTexts[restriction]
  const settings = `${config.publicUrl}/settings/payouts`
  return {
    title,
    lines: [text, untilThen(creator)],
    button: action
      ? { label: action, url: `${config.publicUrl}/connect` }
      : { label: 'See your payout methods', url: settings },
    footer: 'creator',
  }
}

/** The rule of decidePayout (domain/payout.ts): without transfers, the other method is used. */
function untilThen({ payoutMethod, payoutEmail, payoutMask }: UserRow): string {
  if (payoutMethod && payoutEmail)
    return `Until that changes, your payouts go to ${payoutMethodLabel(payoutMethod)}, ${shownPayoutDetails(payoutEmail, payoutMask)}.`
  return 'Your earnings stay in your balance. With another payout method, they go out with the next run.'
}
