import { Users } from 'lucide-react'
import { type CreatorMonth, getCreatorMonth } from '../../../contract/admin-months.ts'
import { wayName } from '../../../contract/payout-words.ts'
import { useRead } from '../../api/hooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Loaded } from './loaded.tsx'
import type { Period } from './month-picker.tsx'
import { Pager } from './pager.tsx'
import { SearchBox } from './search-box.tsx'
import { type Column, Table } from './table.tsx'
import { pageIn, useQuery } from './use-query.ts'
import { fullName } from './words.ts'

/** Every creator of the month, those with the most to be paid first. */
export function CreatorTable({ period }: { period: Period }) {
  const [query, change] = useQuery()
  const q = query.get('q') ?? ''
  const page = pageIn(query)
  const read = useRead(getCreatorMonth, { query: { ...period, q, page } })
  return (
    <>
      <div className="border-line border-b p-4 sm:px-5">
        <SearchBox
          label="Search creators"
          hint="Name or e-mail"
          value={q}
          change={(words) => change({ q: words, page: undefined })}
        />
      </div>
      <Loaded read={read} what="The creators">
        {({ creators, total, currency }) =>
          creators.length === 0 ? (
            <EmptyState
              icon={<Users aria-hidden />}
              title={q ? 'No matching creators' : 'Nobody earned in this month'}
              text={
                q
                  ? 'No creator of this month has these words in their name or address.'
                  : 'Choose another month, or wait for the first sale.'
              }
            />
          ) : (
            <>
              <Table
                label="Creator payouts"
                columns={columnsIn(currency)}
                rows={creators}
                keyOf={({ userId }) => userId}
              />
              <Pager page={page} total={total} go={(next) => change({ page: next })} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function columnsIn(currency: string): Array<Column<CreatorMonth>> {
  return [
    { name: 'Creator', cell: (row) => <Who row={row} />, isTitle: true },
    { name: 'Items', cell: ({ contentCount }) => contentCount, isFigure: true },
    {
      name: 'Earned',
      cell: ({ totalEarnings }) => formatMoney(totalEarnings, currency),
      isFigure: true,
    },
    {
      name: 'Available',
      cell: ({ availableBalance }) => (
        <span className="font-semibold">{formatMoney(availableBalance, currency)}</span>
      ),
      isFigure: true,
    },
    { name: 'Payout method', cell: (row) => <Method row={row} /> },
    {
      name: 'Status',
      cell: ({ isReady }) =>
        isReady ? <Badge>Ready for Payout</Badge> : <Badge tone="plain">Below Minimum ($25)</Badge>,
    },
  ]
}

function Who({ row }: { row: CreatorMonth }) {
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

function Method({ row: { payoutMethod, payoutEmail } }: { row: CreatorMonth }) {
  if (!payoutMethod) return <span className="text-ink-faint">Not set up</span>
  return (
    <>
      {wayName(payoutMethod)}
      <span className="block text-ink-faint text-sm">{payoutEmail}</span>
    </>
  )
}
