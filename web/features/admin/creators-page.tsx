import { Users } from 'lucide-react'
import { type Creator, listCreators } from '../../../contract/admin-desk.ts'
import { useRead } from '../../api/hooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { formatDate } from '../../ui/date-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { Frame } from './frame.tsx'
import { Loaded } from './loaded.tsx'
import { Pager } from './pager.tsx'
import { SearchBox } from './search-box.tsx'
import { SuspendButton } from './suspend-button.tsx'
import { type Column, Table } from './table.tsx'
import { pageIn, useQuery } from './use-query.ts'
import { fullName } from './words.ts'

/** `/admin/creators`: finds an account, suspends and restores it. */
export function CreatorsPage() {
  const [query, change] = useQuery()
  const q = query.get('q') ?? ''
  const state = query.get('state') === 'suspended' ? 'suspended' : 'all'
  const page = pageIn(query)
  const read = useRead(listCreators, { query: { q, state, page } })
  return (
    <Frame
      title="Creators"
      text="A suspended creator is signed out at once and off sale; buyers keep access."
    >
      <Card className="overflow-clip p-0">
        <div className="flex flex-wrap items-center justify-between gap-4 border-line border-b p-4 sm:px-5">
          <SearchBox
            label="Search creators"
            hint="Name, e-mail or number"
            value={q}
            change={(words) => change({ q: words, page: undefined })}
          />
          <Segmented
            label="Which creators"
            name="state"
            value={state}
            options={[
              { value: 'all', label: 'All' },
              { value: 'suspended', label: 'Suspended' },
            ]}
            onChange={(next) => change({ state: next === 'all' ? undefined : next, page: undefined })}
          />
        </div>
        <Loaded read={read} what="The creators">
          {({ creators, total }) =>
            creators.length === 0 ? (
              <EmptyState
                icon={<Users aria-hidden />}
                title={q ? 'No matching creators' : 'Nobody is suspended'}
                text={q ? 'Nobody has these words in their name or address.' : 'That is how it should be.'}
              />
            ) : (
              <>
                <Table label="Creators" columns={columns} rows={creators} keyOf={({ id }) => id} />
                <Pager page={page} total={total} go={(next) => change({ page: next })} />
              </>
            )
          }
        </Loaded>
      </Card>
    </Frame>
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
    isTitle: true,
  },
  { name: 'Since', cell: ({ createdAt }) => formatDate(createdAt) },
  { name: 'Items', cell: ({ contentCount }) => contentCount, isFigure: true },
  {
    name: 'Earned',
    cell: ({ totalEarnings, currency }) => formatMoney(totalEarnings, currency),
    isFigure: true,
  },
  { name: 'Balance', cell: ({ balance, currency }) => formatMoney(balance, currency), isFigure: true },
  { name: 'Act', cell: (creator) => <SuspendButton creator={creator} />, isFigure: true },
]
