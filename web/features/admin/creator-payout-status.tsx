import {
  type CreatorPayoutRow,
  listCreatorPayouts,
  remindPayoutMethod,
} from '../../../contract/admin-monthly-payouts.ts'
import { creatorPayoutLabel } from '../../../contract/payout-labels.ts'
import { useMinPayoutText } from '../../shared/use-min-payout-text.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { LocalTime } from '../../ui/local-time.tsx'
import { fullName } from './admin-format.ts'
import { PayoutActions } from './payout-actions.tsx'
import { useAdminAction } from './use-admin-action.ts'

/** What a payout run would do with the creator; after the run, the stage of the payout. */
export function PayoutStatusBadge({ row }: { row: CreatorPayoutRow }) {
  const { status, payout } = row
  const label = creatorPayoutLabel(row, useMinPayoutText())
  if (status === 'ready') return <Badge>{label}</Badge>
  if (status === 'payout_method_missing') return <Badge tone="warn">{label}</Badge>
  if (status === 'suspended') return <Badge tone="danger">{label}</Badge>
  if (payout?.stage !== 'paid') return <Badge tone={payout ? 'warm' : 'plain'}>{label}</Badge>
  return (
    <Badge tone="plain">
      {label} {payout.paidAt && <LocalTime iso={payout.paidAt} format="date" />}
    </Badge>
  )
}

type RowActionProps = { row: CreatorPayoutRow; currency: string }

/** Marks the month's manual payout as paid, or reminds the creator to add a payout method. */
export function CreatorPayoutAction({ row, currency }: RowActionProps) {
  const { payout, status, email } = row
  const name = fullName(row) || null
  if (payout?.stage === 'to_pay_manually')
    return (
      <PayoutActions
        payout={{
          id: payout.id,
          amount: payout.amount,
          currency,
          name,
          email,
          canBePaid: true,
          canBeReturned: false,
        }}
      />
    )
  return status === 'payout_method_missing' ? <RemindButton row={row} /> : null
}

function RemindButton({ row: { userId, email, canRemind, reminderSentAt } }: { row: CreatorPayoutRow }) {
  const remind = useAdminAction(remindPayoutMethod, {
    successMessage: 'Reminder sent',
    invalidates: [listCreatorPayouts],
  })
  if (!canRemind)
    return (
      <span className="text-ink-faint text-sm">
        {reminderSentAt && (
          <>
            Reminded <LocalTime iso={reminderSentAt} format="date" />
          </>
        )}
      </span>
    )
  return (
    <Button
      size="sm"
      variant="secondary"
      isLoading={remind.isPending}
      onClick={() => remind.mutate({ params: { id: userId } })}
    >
      Remind<span className="sr-only"> {email}</span>
    </Button>
  )
}
