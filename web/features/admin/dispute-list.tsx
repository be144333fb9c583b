import { Scale } from 'lucide-react'
import { useState } from 'react'
import { type Dispute, listDisputes } from '../../../contract/admin-desk.ts'
import { useRead } from '../../api/hooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatMoment } from '../../ui/date-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Loaded } from './loaded.tsx'
import { Pager } from './pager.tsx'
import { purchaseColumn } from './purchase-column.tsx'
import { type Column, Table } from './table.tsx'

/** What buyers' banks complain about; each leads to its record. */
export function DisputeList() {
  const [page, setPage] = useState(1)
  const read = useRead(listDisputes, { query: { page } })
  return (
    <Loaded read={read} what="The disputes">
      {({ disputes, total }) =>
        disputes.length === 0 ? (
          <EmptyState
            icon={<Scale aria-hidden />}
            title="No disputes"
            text="When a buyer complains at their bank, it stands here with the record to answer with."
          />
        ) : (
          <>
            <Table label="Disputes" columns={columns} rows={disputes} keyOf={({ id }) => id} />
            <Pager page={page} total={total} go={setPage} />
          </>
        )
      }
    </Loaded>
  )
}

const tones = { inquiry: 'warn', open: 'danger', won: 'brand', lost: 'plain' } as const
const states = { inquiry: 'Inquiry', open: 'Open', won: 'Won', lost: 'Lost' }

const columns: Array<Column<Dispute>> = [
  purchaseColumn,
  { name: 'Opened', cell: ({ createdAt }) => formatMoment(createdAt) },
  { name: 'Reason', cell: ({ reason }) => reason },
  { name: 'Amount', cell: ({ amount, currency }) => formatMoney(amount, currency), isFigure: true },
  { name: 'State', cell: ({ state }) => <Badge tone={tones[state]}>{states[state]}</Badge> },
]
