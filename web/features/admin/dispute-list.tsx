import { Scale } from 'lucide-react'
import { useState } from 'react'
import { type Dispute, listDisputes } from '../../../contract/admin-overview.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { LocalTime } from '../../ui/local-time.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Pagination } from '../../ui/pagination.tsx'
import { AdminList } from './admin-list.tsx'
import { purchaseColumn } from './purchase-column.tsx'

/** Disputes; each links to its purchase. */
export function DisputeList() {
  const [page, setPage] = useState(1)
  const read = useApiQuery(listDisputes, { query: { page } })
  return (
    <AdminList
      query={read}
      subject="Disputes"
      countOf={({ disputes }) => disputes.length}
      empty={{
        icon: <Scale aria-hidden />,
        title: 'No disputes',
        description:
          'When a buyer disputes a payment with their bank, it shows up here with the records you need to respond.',
      }}
      pagination={({ total }) => <Pagination page={page} total={total} onChange={setPage} />}
    >
      {({ disputes }) => (
        <DataTable label="Disputes" columns={columns} rows={disputes} rowKey={({ id }) => id} />
      )}
    </AdminList>
  )
}

const stateTones = { inquiry: 'warn', open: 'danger', won: 'brand', lost: 'plain' } as const
const stateLabels = { inquiry: 'Inquiry', open: 'Open', won: 'Won', lost: 'Lost' }

const columns: Array<Column<Dispute>> = [
  purchaseColumn,
  { name: 'Opened', cell: ({ createdAt }) => <LocalTime iso={createdAt} /> },
  { name: 'Reason', cell: ({ reason }) => reason },
  { name: 'Amount', cell: ({ amount, currency }) => formatMoney(amount, currency), isNumeric: true },
  { name: 'Status', cell: ({ state }) => <Badge tone={stateTones[state]}>{stateLabels[state]}</Badge> },
]
