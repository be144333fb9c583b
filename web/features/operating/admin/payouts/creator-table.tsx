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
import { parsePage, useSearchParamsState } from '../../../../shared/use-search-params-state.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button } from '../../../../ui/button.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { formatMoney } from '../../../../ui/format.ts'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { Pagination } from '../../../../ui/pagination.tsx'
import { SearchInput } from '../../../../ui/search-input.tsx'
import { Select } from '../../../../ui/select.tsx'
import { AdminOnly } from '../admin-layout.tsx'
import { AdminQueryState } from '../admin-list.tsx'
import { fullName } from '../format.ts'
import type { YearMonth } from '../month-picker.tsx'
import { useAdminAction } from '../use-admin-action.ts'
import { PayoutActions } from './payout-actions.tsx'
import { shownStages, stageLabels } from './summary.tsx'

/** Every creator of the month, largest payable amount first. */
export function CreatorTable({ period }: { period: YearMonth }) {
  const [query, setParams] = useSearchParamsState()
  const q = query.get('q') ?? ''
  const page = parsePage(query)
  const stage = payoutStages.find((value) => value === query.get('stage'))
  const read = useApiQuery(listCreatorPayouts, { query: { ...period, q, page, stage } })
  const isFiltered = q !== '' || stage !== undefined
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3 border-line border-b p-4 sm:px-5">
        <SearchInput
          label="Search creators"
          placeholder="Name or email"
          value={q}
          onSearch={(words) => setParams({ q: words, page: undefined })}
        />
        <Select
          aria-label="Status"
          options={stageOptions}
          value={stage ?? ''}
          onChange={({ target }) => setParams({ stage: target.value || undefined, page: undefined })}
          className="w-full sm:w-56"
        />
      </div>
      <AdminQueryState query={read} subject="Creators">
        {({ creators, total, currency }) =>
          creators.length === 0 ? (
            <EmptyState
              icon={<Users aria-hidden />}
              title={isFiltered ? 'No matching creators' : 'No earnings this month'}
              description={
                isFiltered
                  ? 'No creator of this month matches that search and status.'
                  : 'Choose another month, or check back after the first sale.'
              }
            />
          ) : (
            <>
              <DataTable
                label="Creator payouts"
                columns={columnsFor(currency)}
                rows={creators}
                rowKey={({ userId }) => userId}
              />
              <Pagination page={page} total={total} onChange={(next) => setParams({ page: next })} />
            </>
          )
        }
      </AdminQueryState>
    </>
  )
}

const stageOptions = [
  { value: '', label: 'All statuses' },
  ...shownStages.map((value) => ({ value, label: stageLabels[value].label })),
  { value: 'below_minimum', label: 'Below the minimum' },
]

function columnsFor(currency: string): Array<Column<CreatorPayoutRow>> {
  return [
    { name: 'Creator', cell: (row) => <CreatorCell row={row} />, isRowHeader: true },
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
      cell: (row) => (
        <AdminOnly>
          <CreatorPayoutAction row={row} currency={currency} />
        </AdminOnly>
      ),
      isNumeric: true,
    },
  ]
}

function CreatorCell({ row }: { row: CreatorPayoutRow }) {
  const name = fullName(row)
  return (
    <div className="min-w-0">
      <p className="font-semibold">{name || row.email}</p>
      {name && <p className="text-ink-faint text-sm">{row.email}</p>}
    </div>
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

type RowActionProps = { row: CreatorPayoutRow; currency: string }

/** Marks the month's manual payout as paid, or reminds the creator to add a payout method. */
function CreatorPayoutAction({ row, currency }: RowActionProps) {
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
