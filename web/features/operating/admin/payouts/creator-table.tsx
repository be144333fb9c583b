import { Users } from 'lucide-react'
import {
  type CreatorPayoutRow,
  listCreatorPayouts,
  payoutStages,
  remindPayoutMethod,
} from '../../../../../contract/admin-payouts.ts'
import {
  accountRestrictionLabels,
  creatorPayoutLabel,
  payoutMethodLabel,
} from '../../../../../contract/payout-labels.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { useMinPayoutText } from '../../../../shared/use-min-payout-text.ts'
import { useSearchParamsState } from '../../../../shared/use-search-params-state.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { formatMoney } from '../../../../ui/format.ts'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { Select } from '../../../../ui/select.tsx'
import { ActionButton } from '../admin-actions.tsx'
import { AdminList, ListPages, ListSearch, useListSearch } from '../admin-list.tsx'
import { fullName } from '../format.ts'
import type { YearMonth } from '../month-picker.tsx'
import { PayoutActions } from './payout-actions.tsx'
import { shownStages, stageLabels } from './summary.tsx'

export function CreatorTable({ period }: { period: YearMonth }) {
  const [query, setParams] = useSearchParamsState()
  const { q, page } = useListSearch()
  const stage = payoutStages.find((value) => value === query.get('stage'))
  const read = useApiQuery(listCreatorPayouts, { query: { ...period, q, page, stage } })
  return (
    <AdminList
      query={read}
      subject="Creators"
      filter={
        <>
          <ListSearch label="Search creators" placeholder="Name or email" />
          <Select
            aria-label="Status"
            options={stageOptions}
            value={stage ?? ''}
            onChange={({ target }) => setParams({ stage: target.value || undefined, page: undefined })}
            className="w-full sm:w-56"
          />
        </>
      }
      countOf={({ creators }) => creators.length}
      empty={
        q !== '' || stage !== undefined
          ? {
              icon,
              title: 'No matching creators',
              description: 'No creator of this month matches that search and status.',
            }
          : {
              icon,
              title: 'No earnings this month',
              description: 'Choose another month, or check back after the first sale.',
            }
      }
      pagination={({ total }) => <ListPages total={total} />}
    >
      {({ creators, currency }) => (
        <DataTable
          label="Creator payouts"
          columns={columnsFor(currency)}
          rows={creators}
          rowKey={({ userId }) => userId}
        />
      )}
    </AdminList>
  )
}

const icon = <Users aria-hidden />

const stageOptions = [
  { value: '', label: 'All statuses' },
  ...shownStages.map((value) => ({ value, label: stageLabels[value].label })),
  { value: 'below_minimum', label: 'Below the minimum' },
]

function columnsFor(currency: string): Array<Column<CreatorPayoutRow>> {
  return [
    {
      name: 'Creator',
      cell: (row) => <PersonCell name={fullName(row)} email={row.email} />,
      isRowHeader: true,
    },
    { name: 'Items', cell: ({ contentCount }) => contentCount, isNumeric: true },
    {
      name: 'Earned this month',
      cell: ({ totalEarnings }) => formatMoney(totalEarnings, currency),
      isNumeric: true,
    },
    {
      name: 'Available to pay',
      cell: ({ availableBalance, payout }) => (
        <>
          <span className="font-semibold">{formatMoney(availableBalance, currency)}</span>
          {payout && (
            <span className="block text-ink-faint text-sm">
              {formatMoney(payout.amount, currency)} {payout.stage === 'paid' ? 'paid' : 'processed'}
            </span>
          )}
        </>
      ),
      isNumeric: true,
    },
    { name: 'Payout method', cell: (row) => <PayoutMethodCell row={row} /> },
    { name: 'Status', cell: (row) => <PayoutStatusBadge row={row} /> },
    {
      name: 'Actions',
      cell: (row) => <CreatorPayoutAction row={row} currency={currency} />,
      isNumeric: true,
    },
  ]
}

export function PersonCell({ name, email }: { name: string | null; email: string }) {
  return (
    <>
      <p className="font-semibold">{name || email}</p>
      {name && <p className="text-ink-faint text-sm">{email}</p>}
    </>
  )
}

function PayoutMethodCell({ row }: { row: CreatorPayoutRow }) {
  const { payoutMethod, payoutEmail, accountRestriction } = row
  return (
    <>
      {payoutMethod ? payoutMethodLabel(payoutMethod) : <span className="text-ink-faint">None</span>}
      {payoutMethod && <span className="block text-ink-faint text-sm">{payoutEmail ?? ''}</span>}
      {accountRestriction && (
        <span className="block text-sm text-warn">{accountRestrictionLabels[accountRestriction]}</span>
      )}
    </>
  )
}

/** What a payout run would do with the creator; after the run, the stage of the payout. */
function PayoutStatusBadge({ row }: { row: CreatorPayoutRow }) {
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

/** Marks the month's manual payout as paid, or reminds the creator to add a payout method. */
function CreatorPayoutAction({ row, currency }: { row: CreatorPayoutRow; currency: string }) {
  const { userId, payout, status, email, canRemind, reminderSentAt } = row
  if (payout?.stage === 'to_pay_manually')
    return (
      <PayoutActions
        payout={{
          id: payout.id,
          amount: payout.amount,
          currency,
          name: fullName(row) || null,
          email,
          canBePaid: true,
          canBeReturned: false,
        }}
      />
    )
  if (status !== 'payout_method_missing') return null
  if (canRemind)
    return (
      <ActionButton
        route={remindPayoutMethod}
        input={{ params: { id: userId } }}
        successMessage="Reminder sent"
        label="Remind"
        context={` ${email}`}
        size="sm"
      />
    )
  return (
    reminderSentAt && (
      <span className="text-ink-faint text-sm">
        Reminded <LocalTime iso={reminderSentAt} format="date" />
      </span>
    )
  )
}
