import { Users } from 'lucide-react'
import { type Creator, listCreators } from '../../../contract/admin-overview.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { parsePage, useSearchParamsState } from '../../shared/use-search-params-state.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatDate } from '../../ui/date-text.ts'
import { formatMoney } from '../../ui/money-text.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { SearchInput } from '../../ui/search-input.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { fullName } from './admin-format.ts'
import { AdminLayout } from './admin-layout.tsx'
import { AdminList } from './admin-list.tsx'
import { AdminOnly } from './admin-only.tsx'
import { SuspendButton } from './suspend-button.tsx'

/** `/admin/creators`: search, suspend and restore accounts. */
export function CreatorsPage() {
  const [query, setParams] = useSearchParamsState()
  const q = query.get('q') ?? ''
  const state = query.get('state') === 'suspended' ? 'suspended' : 'all'
  const page = parsePage(query)
  const read = useApiQuery(listCreators, { query: { q, state, page } })
  return (
    <AdminLayout
      title="Creators"
      description="Suspended creators are signed out right away and their items are unpublished. Buyers keep access."
    >
      <AdminList
        query={read}
        subject="Creators"
        filter={
          <>
            <SearchInput
              label="Search creators"
              placeholder="Name, email or ID"
              value={q}
              onSearch={(words) => setParams({ q: words, page: undefined })}
            />
            <SegmentedControl
              label="Filter creators"
              name="state"
              value={state}
              options={[
                { value: 'all', label: 'All' },
                { value: 'suspended', label: 'Suspended' },
              ]}
              onChange={(next) => setParams({ state: next === 'all' ? undefined : next, page: undefined })}
            />
          </>
        }
        countOf={({ creators }) => creators.length}
        empty={{
          icon: <Users aria-hidden />,
          title: q ? 'No matching creators' : 'No suspended creators',
          description: q
            ? 'No creators match that name or email.'
            : 'Creators you suspend will show up here.',
        }}
        pagination={({ total }) => (
          <Pagination page={page} total={total} onChange={(next) => setParams({ page: next })} />
        )}
      >
        {({ creators }) => (
          <DataTable label="Creators" columns={columns} rows={creators} rowKey={({ id }) => id} />
        )}
      </AdminList>
    </AdminLayout>
  )
}

const columns: Array<Column<Creator>> = [
  {
    name: 'Creator',
    cell: (row) => (
      <>
        <p className="flex flex-wrap gap-2 font-semibold">
          {fullName(row) || row.email}
          {row.plan === 'pro' && <Badge>Pro</Badge>}
          {row.suspendedAt && <Badge tone="danger">Suspended</Badge>}
        </p>
        <p className="text-ink-faint text-sm">{row.email}</p>
        {row.suspendedReason && <p className="mt-1 text-sm">Reason: {row.suspendedReason}</p>}
      </>
    ),
    isRowHeader: true,
  },
  { name: 'Joined', cell: ({ createdAt }) => formatDate(createdAt) },
  { name: 'Items', cell: ({ contentCount }) => contentCount, isNumeric: true },
  {
    name: 'Earned',
    cell: ({ totalEarnings, currency }) => formatMoney(totalEarnings, currency),
    isNumeric: true,
  },
  { name: 'Balance', cell: ({ balance, currency }) => formatMoney(balance, currency), isNumeric: true },
  {
    name: 'Actions',
    cell: (creator) => (
      <AdminOnly>
        <SuspendButton creator={creator} />
      </AdminOnly>
    ),
    isNumeric: true,
  },
]
