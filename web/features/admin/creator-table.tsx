import { Users } from 'lucide-react'
import { type CreatorPayoutRow, listCreatorPayouts } from '../../../contract/admin-monthly-payouts.ts'
import { payoutMethodLabel } from '../../../contract/payout-labels.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { parsePage, useSearchParamsState } from '../../shared/use-search-params-state.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { fullName } from './admin-format.ts'
import { AdminQueryState } from './admin-query-state.tsx'
import type { YearMonth } from './month-picker.tsx'

/** Every creator of the month, largest payable amount first. */
export function CreatorTable({ period }: { period: YearMonth }) {
  const [query, change] = useSearchParamsState()
  const q = query.get('q') ?? ''
  const page = parsePage(query)
  const read = useApiQuery(listCreatorPayouts, { query: { ...period, q, page } })
  return (
    <>
      <div className="border-line border-b p-4 sm:px-5">
        <SearchInput
          label="Search creators"
          placeholder="Name or email"
          value={q}
          onSearch={(words) => change({ q: words, page: undefined })}
        />
      </div>
      <AdminQueryState query={read} subject="Creators">
        {({ creators, total, currency }) =>
          creators.length === 0 ? (
            <EmptyState
              icon={<Users aria-hidden />}
              title={q ? 'No matching creators' : 'No earnings this month'}
              description={
                q
                  ? 'No creator with earnings this month matches that name or email.'
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
              <Pagination page={page} total={total} onChange={(next) => change({ page: next })} />
            </>
          )
        }
      </AdminQueryState>
    </>
  )
}

function columnsFor(currency: string): Array<Column<CreatorPayoutRow>> {
  return [
    { name: 'Creator', cell: (row) => <CreatorCell row={row} />, isRowHeader: true },
    { name: 'Items', cell: ({ contentCount }) => contentCount, isNumeric: true },
    {
      name: 'Earned',
      cell: ({ totalEarnings }) => formatMoney(totalEarnings, currency),
      isNumeric: true,
    },
    {
      name: 'Available',
      cell: ({ availableBalance }) => (
        <span className="font-semibold">{formatMoney(availableBalance, currency)}</span>
      ),
      isNumeric: true,
    },
    { name: 'Payout method', cell: (row) => <PayoutMethodCell row={row} /> },
    {
      name: 'Status',
      cell: ({ isEligibleForPayout }) =>
        isEligibleForPayout ? (
          <Badge>Ready for Payout</Badge>
        ) : (
          <Badge tone="plain">Below Minimum ($25)</Badge>
        ),
    },
  ]
}

function CreatorCell({ row }: { row: CreatorPayoutRow }) {
  const name = fullName(row)
  return (
    <div className="min-w-0">
      <p className="font-semibold">
        {name || row.email}
        {row.isSuspended && (
          <Badge tone="danger" className="ml-2">
            Suspended
          </Badge>
        )}
      </p>
      {name && <p className="text-ink-faint text-sm">{row.email}</p>}
    </div>
  )
}

function PayoutMethodCell({ row: { payoutMethod, payoutEmail } }: { row: CreatorPayoutRow }) {
  if (!payoutMethod) return <span className="text-ink-faint">Not set up</span>
  return (
    <>
      {payoutMethodLabel(payoutMethod)}
      <span className="block text-ink-faint text-sm">{payoutEmail}</span>
    </>
  )
}
