import { ReceiptText } from 'lucide-react'
import { type FoundPurchase, findPurchases } from '../../../contract/admin-purchases.ts'
import { useRead } from '../../api/hooks.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card } from '../../ui/card.tsx'
import { formatMoment } from '../../ui/date-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Segmented } from '../../ui/segmented.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Frame } from './frame.tsx'
import { Loaded } from './loaded.tsx'
import { Pager } from './pager.tsx'
import { SearchBox } from './search-box.tsx'
import { type Column, Table } from './table.tsx'
import { pageIn, useQuery } from './use-query.ts'

const size = 50

/** `/admin/purchases`: finds one by what somebody writes who asks for help. */
export function PurchasesPage() {
  const [query, change] = useQuery()
  const q = query.get('q') ?? ''
  const only = query.get('only') === 'doubles' ? 'doubles' : 'all'
  const page = pageIn(query)
  const read = useRead(findPurchases, { query: { q, only, page } })
  return (
    <Frame title="Purchases" text="By order number, e-mail address, payment id or title.">
      <Card className="overflow-clip p-0">
        <div className="flex flex-wrap items-center justify-between gap-4 border-line border-b p-4 sm:px-5">
          <SearchBox
            label="Search purchases"
            hint="Order, e-mail, payment or title"
            value={q}
            change={(words) => change({ q: words, page: undefined })}
          />
          <Segmented
            label="Which purchases"
            name="only"
            value={only}
            options={[
              { value: 'all', label: 'All' },
              { value: 'doubles', label: 'Bought twice' },
            ]}
            onChange={(next) => change({ only: next === 'all' ? undefined : next, page: undefined })}
          />
        </div>
        <Loaded read={read} what="The purchases">
          {({ purchases, hasMore }) =>
            purchases.length === 0 ? (
              <EmptyState
                icon={<ReceiptText aria-hidden />}
                title={q || only === 'doubles' ? 'No matching purchases' : 'No purchases yet'}
                text={
                  only === 'doubles'
                    ? 'Nobody paid twice for the same item without somebody having looked at it.'
                    : 'A part of an address or of a title is enough; a number needs all its digits.'
                }
              />
            ) : (
              <>
                <Table label="Purchases" columns={columns} rows={purchases} keyOf={({ id }) => id} />
                <Pager
                  page={page}
                  total={(page - 1) * size + purchases.length + (hasMore ? 1 : 0)}
                  go={(next) => change({ page: next })}
                />
              </>
            )
          }
        </Loaded>
      </Card>
    </Frame>
  )
}

export const stateWords = {
  paid: 'Paid',
  refunded: 'Refunded',
  partly_refunded: 'Refunded in part',
  disputed: 'Disputed',
} as const
export const stateTones = {
  paid: 'brand',
  refunded: 'plain',
  partly_refunded: 'warm',
  disputed: 'danger',
} as const

const columns: Array<Column<FoundPurchase>> = [
  {
    name: 'Purchase',
    cell: ({ id, title, doubleOf }) => (
      <>
        <TextLink href={`/admin/purchases/${id}`} className="inline-block py-1 font-semibold">
          {title}
        </TextLink>
        <p className="text-ink-faint text-sm">
          Order {id}
          {doubleOf !== null && (
            <Badge tone="warn" className="ml-2">
              Bought twice
            </Badge>
          )}
        </p>
      </>
    ),
    isTitle: true,
  },
  { name: 'Buyer', cell: ({ email }) => email || 'No address', isAddress: true },
  { name: 'Creator', cell: ({ creatorEmail }) => creatorEmail, isAddress: true },
  { name: 'Paid', cell: ({ paidAt }) => formatMoment(paidAt) },
  { name: 'Amount', cell: ({ amount, currency }) => formatMoney(amount, currency), isFigure: true },
  { name: 'State', cell: ({ state }) => <Badge tone={stateTones[state]}>{stateWords[state]}</Badge> },
]
