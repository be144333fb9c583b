import { Scale } from 'lucide-react'
import { type Dispute, listDisputes } from '../../../../../contract/admin-overview.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { formatMoney } from '../../../../ui/format.ts'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { AdminLayout } from '../admin-layout.tsx'
import { AdminList, ListPages, useListSearch } from '../admin-list.tsx'

/** `/admin/disputes`: every dispute and how it ended. Open ones are in the inbox, too. */
export function DisputesPage() {
  return (
    <AdminLayout
      title="Disputes"
      description="You answer them at your card provider, before the bank’s deadline."
    >
      <DisputeList />
    </AdminLayout>
  )
}

function DisputeList() {
  const { page } = useListSearch()
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
      pagination={({ total }) => <ListPages total={total} />}
    >
      {({ disputes }) => (
        <DataTable label="Disputes" columns={disputeColumns} rows={disputes} rowKey={({ id }) => id} />
      )}
    </AdminList>
  )
}

type PurchaseReference = { purchaseId: number; title: string; email: string | null }

/** The purchase of a row: the item with a link to the record, and the buyer. */
const purchaseColumn: Column<PurchaseReference> = {
  name: 'Purchase',
  cell: ({ purchaseId, title, email }) => (
    <>
      <TextLink href={`/admin/purchases/${purchaseId}`} className="inline-block py-1 font-semibold">
        {title}
      </TextLink>
      <p className="text-ink-faint text-sm">
        Order {purchaseId} · {email || 'no email'}
      </p>
    </>
  ),
  isRowHeader: true,
}

const stateTones = { inquiry: 'warn', open: 'danger', won: 'brand', lost: 'plain' } as const
const stateLabels = { inquiry: 'Inquiry', open: 'Open', won: 'Won', lost: 'Lost' }

const disputeColumns: Array<Column<Dispute>> = [
  purchaseColumn,
  { name: 'Opened', cell: ({ createdAt }) => <LocalTime iso={createdAt} /> },
  { name: 'Reason', cell: ({ reason }) => reason },
  { name: 'Amount', cell: ({ amount, currency }) => formatMoney(amount, currency), isNumeric: true },
  { name: 'Status', cell: ({ state }) => <Badge tone={stateTones[state]}>{stateLabels[state]}</Badge> },
]
