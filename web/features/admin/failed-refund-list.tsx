import { Undo2 } from 'lucide-react'
import { listFailedRefunds } from '../../../contract/admin-overview.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import type { ResponseOf } from '../../api/types.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { formatDateTime } from '../../ui/date-text.ts'
import { formatMoney } from '../../ui/money-text.ts'
import { AdminList } from './admin-list.tsx'
import { purchaseColumn } from './purchase-column.tsx'

type FailedRefund = ResponseOf<typeof listFailedRefunds>['refunds'][number]

/** Failed refunds. */
export function FailedRefundList() {
  const read = useApiQuery(listFailedRefunds)
  return (
    <AdminList
      query={read}
      subject="Failed refunds"
      countOf={({ refunds }) => refunds.length}
      empty={{
        icon: <Undo2 aria-hidden />,
        title: 'No failed refunds',
        description:
          'Refunds that the bank returns or the card provider declines show up here, so you can pay the buyer back another way.',
      }}
    >
      {({ refunds }) => (
        <DataTable label="Failed refunds" columns={columns} rows={refunds} rowKey={({ id }) => id} />
      )}
    </AdminList>
  )
}

const columns: Array<Column<FailedRefund>> = [
  purchaseColumn,
  { name: 'When', cell: ({ createdAt }) => formatDateTime(createdAt) },
  {
    name: 'What happened',
    cell: ({ failure }) =>
      failure === 'returned_by_bank' ? 'Returned by the bank' : 'Declined by the card provider',
  },
  { name: 'Amount', cell: ({ amount, currency }) => formatMoney(amount, currency), isNumeric: true },
]
