import { clsx } from 'clsx'
import { ReceiptText } from 'lucide-react'
import { type PurchaseSummary, searchPurchases } from '../../../../../contract/admin-purchases.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { isNothing } from '../../../../shared/price.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { formatCount, formatMoney } from '../../../../ui/format.ts'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { AdminLayout } from '../admin-layout.tsx'
import {
  AdminList,
  ListFilter,
  ListPages,
  ListSearch,
  pageSize,
  useListFilter,
  useListSearch,
} from '../admin-list.tsx'
import { ClockTime } from '../clock-time.tsx'

const filters = [
  { value: 'all', label: 'All' },
  { value: 'duplicates', label: 'Possible duplicates' },
] as const

/** `/admin/purchases`: search by what buyers mention in support requests. */
export function PurchasesPage() {
  const { q, page } = useListSearch()
  const filter = useListFilter('filter', filters)
  const read = useApiQuery(searchPurchases, { query: { q, filter, page } })
  return (
    <AdminLayout title="Sales" description="Search by order number, email address, payment ID or title.">
      <AdminList
        query={read}
        subject="Purchases"
        filter={
          <>
            <ListSearch label="Search purchases" placeholder="Order, email, payment ID or title" />
            <ListFilter label="Filter purchases" name="filter" options={filters} />
          </>
        }
        note={({ onlyNewest }) =>
          onlyNewest !== null && (
            <p className="border-line border-b px-4 py-3 text-ink-soft text-sm sm:px-5">
              Only the newest {formatCount(onlyNewest)} purchases were searched. Type three characters or more
              to search all of them.
            </p>
          )
        }
        countOf={({ purchases }) => purchases.length}
        empty={{
          icon: <ReceiptText aria-hidden />,
          title: q || filter === 'duplicates' ? 'No matching purchases' : 'No purchases yet',
          description:
            filter === 'duplicates'
              ? 'No possible duplicates to review.'
              : 'Part of an email address or title is enough. Enter order numbers in full.',
        }}
        pagination={({ purchases, hasMore }) => (
          <ListPages total={(page - 1) * pageSize + purchases.length + (hasMore ? 1 : 0)} />
        )}
      >
        {({ purchases }) => (
          <DataTable label="Purchases" columns={columns} rows={purchases} rowKey={({ id }) => id} />
        )}
      </AdminList>
    </AdminLayout>
  )
}

export const stateLabels = {
  paid: 'Paid',
  refunded: 'Refunded',
  partially_refunded: 'Partially refunded',
  disputed: 'Disputed',
} as const
export const stateTones = {
  paid: 'brand',
  refunded: 'plain',
  partially_refunded: 'warm',
  disputed: 'danger',
} as const

/** An address in one line; the whole of it is the tooltip. */
function OneLine({ text, title = text }: { text: string; title?: string }) {
  return (
    <span title={title} className="block max-w-[13rem] truncate">
      {text}
    </span>
  )
}

const columns: Array<Column<PurchaseSummary>> = [
  {
    name: 'Purchase',
    cell: ({ id, title, duplicateOf }) => (
      <>
        <TextLink href={`/admin/purchases/${id}`} className="inline-block py-1 font-semibold">
          {title}
        </TextLink>
        <p className={clsx('text-ink-faint text-sm', duplicateOf === null && '@max-[38rem]:hidden')}>
          <span className="@max-[38rem]:hidden">Order {id}</span>
          {duplicateOf !== null && (
            <Badge tone="warn" className="ml-2">
              Possible duplicate
            </Badge>
          )}
        </p>
      </>
    ),
    phone: 'title',
  },
  { name: 'Buyer', cell: ({ email }) => <OneLine text={email || 'No email'} /> },
  {
    name: 'Creator',
    cell: ({ creatorName, creatorEmail }) => (
      <OneLine text={creatorName ?? creatorEmail} title={creatorEmail} />
    ),
  },
  {
    name: 'Paid',
    cell: ({ paidAt, email }) => (
      <>
        <span className="whitespace-nowrap @max-[38rem]:hidden">
          <LocalTime iso={paidAt} format="date" />
          <span className="block text-ink-faint text-sm">
            <ClockTime iso={paidAt} />
          </span>
        </span>
        <span className="wrap-anywhere text-ink-faint text-sm @min-[38rem]:hidden">
          {email || 'No email'}, <LocalTime iso={paidAt} format="date" />
        </span>
      </>
    ),
    phone: 'detail',
  },
  {
    name: 'Amount',
    cell: ({ amount, currency }) => <b>{isNothing(amount) ? 'Free' : formatMoney(amount, currency)}</b>,
    isNumeric: true,
    phone: 'figure',
  },
  {
    name: 'Status',
    cell: ({ state }) => state !== 'paid' && <Badge tone={stateTones[state]}>{stateLabels[state]}</Badge>,
    phone: 'action',
  },
]
