import { Undo2 } from 'lucide-react'
import { listFailedRefunds } from '../../../contract/admin-desk.ts'
import { useRead } from '../../api/hooks.ts'
import type { ReplyOf } from '../../api/types.ts'
import { formatMoment } from '../../ui/date-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Loaded } from './loaded.tsx'
import { purchaseColumn } from './purchase-column.tsx'
import { type Column, Table } from './table.tsx'

type Failed = ReplyOf<typeof listFailedRefunds>['refunds'][number]

/** Money that should have gone back and did not. */
export function FailedRefunds() {
  const read = useRead(listFailedRefunds)
  return (
    <Loaded read={read} what="The refunds">
      {({ refunds }) =>
        refunds.length === 0 ? (
          <EmptyState
            icon={<Undo2 aria-hidden />}
            title="No refund has failed"
            text="A refund that the bank sends back, or the card provider refuses, waits here for another way."
          />
        ) : (
          <Table label="Failed refunds" columns={columns} rows={refunds} keyOf={({ id }) => id} />
        )
      }
    </Loaded>
  )
}

const columns: Array<Column<Failed>> = [
  purchaseColumn,
  { name: 'When', cell: ({ createdAt }) => formatMoment(createdAt) },
  {
    name: 'What',
    cell: ({ what }) => (what === 'returned' ? 'The bank sent it back' : 'The card provider refused it'),
  },
  { name: 'Amount', cell: ({ amount, currency }) => formatMoney(amount, currency), isFigure: true },
]
