import { Printer, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { useParams } from 'wouter'
import type * as contract from '../../../../../contract/admin-purchases.ts'
import { getPurchaseDetail } from '../../../../../contract/admin-purchases.ts'
import { totalCount } from '../../../../../domain/part-counts.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { countsText } from '../../../../shared/contents-text.ts'
import { isNothing } from '../../../../shared/price.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { Button, LinkButton } from '../../../../ui/button.tsx'
import { DescriptionList } from '../../../../ui/description-list.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { formatMoney } from '../../../../ui/format.ts'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { AdminLayout, AdminOnly } from '../admin-layout.tsx'
import { AdminQueryState } from '../admin-list.tsx'
import { CopyId } from '../copy-id.tsx'
import { DetailSection, EventTimeline } from '../sections.tsx'
import { MoneyWent } from './money-went.tsx'
import { AccessActions, RefundActions, SendAccessAgain } from './purchase-actions.tsx'
import { PurchaseDocuments } from './purchase-documents.tsx'
import { stateLabels, stateTones } from './purchases-page.tsx'

/** `/admin/purchases/:id`: everything about a purchase, for support and disputes. It can be printed. */
export function PurchaseDetailPage() {
  const { id = '' } = useParams()
  const read = useApiQuery(getPurchaseDetail, { params: { id } })
  if (read.error?.status === 404 || read.error?.status === 400)
    return (
      <AdminLayout title="Purchase Not Found">
        <EmptyState
          icon={<SearchX aria-hidden />}
          title="No purchase with this number"
          description="Try searching by email address or payment ID."
          action={<LinkButton href="/admin/purchases">Search purchases</LinkButton>}
        />
      </AdminLayout>
    )
  const buyer = buyerName(read.data)
  return (
    <AdminLayout
      back={{ href: '/admin/purchases', label: 'Sales' }}
      title={read.data ? `${buyer} bought ${read.data.purchase.title}` : 'Purchase'}
      description={read.data && <Subtitle record={read.data} />}
      action={
        <div className="flex flex-wrap gap-2 print:hidden">
          {read.data && <SendAccessAgain purchaseRecord={read.data} />}
          <Button variant="secondary" onClick={() => window.print()}>
            <Printer aria-hidden />
            Print
          </Button>
        </div>
      }
    >
      <AdminQueryState query={read} subject="This purchase">
        {(record) => <PurchaseDetail record={record} buyer={buyer} />}
      </AdminQueryState>
    </AdminLayout>
  )
}

/** The first name that the buyer left with the payment. */
function buyerName(record: contract.PurchaseDetail | undefined): string {
  return record?.purchase.supporterName.split(' ')[0] || 'A buyer'
}

function Subtitle({ record: { purchase, access } }: { record: contract.PurchaseDetail }) {
  const { amount, currency, paidAt, id, state, duplicateOf } = purchase
  return (
    <div className="grid gap-2">
      <p className="wrap-anywhere">
        {isNothing(amount) ? 'Free' : formatMoney(amount, currency)} · <LocalTime iso={paidAt} /> · order{' '}
        <CopyId id={String(id)} name="order number" />
      </p>
      <p className="flex flex-wrap gap-2">
        <Badge tone={stateTones[state]}>{stateLabels[state]}</Badge>
        <Badge tone={access.state === 'active' ? 'brand' : 'danger'}>
          {access.state === 'active' ? 'Access active' : 'Access revoked'}
        </Badge>
        {duplicateOf !== null && <Badge tone="warn">Possible duplicate</Badge>}
      </p>
    </div>
  )
}

function PurchaseDetail({ record, buyer }: { record: contract.PurchaseDetail; buyer: string }) {
  return (
    <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_390px] print:block">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 print:block">
        <MoneyWent record={record} buyer={buyer} />
        <DetailSection title="What happened">
          <EventTimeline events={record.events} />
        </DetailSection>
        <Details record={record} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 print:block">
        <AdminOnly>
          <RefundActions purchaseRecord={record} />
        </AdminOnly>
        <AccessCard record={record} />
        <PurchaseDocuments record={record} />
      </div>
    </div>
  )
}

function AccessCard({ record }: { record: contract.PurchaseDetail }) {
  const { purchase, access } = record
  const opened = access.firstAccessedAt ? <LocalTime iso={access.firstAccessedAt} /> : 'Not opened yet'
  const lines: Array<[name: string, value: ReactNode]> = [
    [
      'Buyer',
      purchase.email ? <CopyId key="buyer" id={purchase.email} name="buyer’s address" /> : 'No email',
    ],
    ['First opened', opened],
    ...(purchase.number === null ? [] : [['Number', purchase.number] as [string, ReactNode]]),
    ...(access.revokedAt
      ? [['Revoked', <Revocation key="revoked" access={access} />] as [string, ReactNode]]
      : []),
  ]
  return (
    <DetailSection title="Access">
      <dl className="m-0 grid">
        {lines.map(([name, value]) => (
          <div
            key={name}
            className="flex flex-wrap justify-between gap-x-4 border-line border-b py-2.5 first:pt-0 last:border-b-0 last:pb-0"
          >
            <dt className="text-ink-soft">{name}</dt>
            <dd className="wrap-anywhere m-0 min-w-0 text-right tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <AdminOnly>
        <AccessActions purchaseRecord={record} />
      </AdminOnly>
    </DetailSection>
  )
}

/** What stands in no other card. */
function Details({ record: { purchase } }: { record: contract.PurchaseDetail }) {
  const money = (amount: string) => formatMoney(amount, purchase.currency)
  const discount = purchase.discount && `${purchase.discount.code}, ${money(`-${purchase.discount.amount}`)}`
  return (
    <DetailSection title="What was bought">
      <DescriptionList
        items={[
          ['Item', itemType(purchase)],
          ['Description', purchase.description],
          ['Creator', [purchase.creator.name, purchase.creator.email].filter(Boolean).join(', ')],
          ['Tax', Number(purchase.tax) === 0 ? '' : money(purchase.tax)],
          ['List price', purchase.discount ? money(purchase.listAmount) : ''],
          ['Discount', discount ?? ''],
          ['Tip', Number(purchase.tip) === 0 ? '' : money(purchase.tip)],
          [
            'Payment',
            purchase.paymentId && <CopyId key="payment" id={purchase.paymentId} name="payment ID" />,
          ],
          ['Came from', purchase.source],
          [
            'Name and message',
            [purchase.supporterName, purchase.supporterMessage].filter(Boolean).join(': '),
          ],
        ]}
      />
    </DetailSection>
  )
}

/** The kind and the file of an item of one part; what several parts are. */
function itemType({ kind, fileName, partCounts }: contract.PurchaseDetail['purchase']): string {
  if (totalCount(partCounts) > 1) return countsText(partCounts)
  const name = `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`
  return [name, fileName].filter(Boolean).join(', ')
}

function Revocation({ access }: Pick<contract.PurchaseDetail, 'access'>) {
  const { revokedAt, revocationReason, revocationMessage } = access
  return (
    <>
      {revokedAt && <LocalTime iso={revokedAt} />} ({revocationReason ?? 'unknown'})
      {revocationMessage && `: ${revocationMessage}`}
    </>
  )
}
