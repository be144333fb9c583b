import { Printer, SearchX } from 'lucide-react'
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
import { formatDateTime, formatMoney } from '../../../../ui/format.ts'
import { AdminLayout, AdminOnly } from '../admin-layout.tsx'
import { AdminQueryState } from '../admin-list.tsx'
import { DetailSection, EventTimeline, LedgerEntries } from '../sections.tsx'
import { PurchaseActions } from './purchase-actions.tsx'
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
  return (
    <AdminLayout
      title={`Order ${id}`}
      action={
        <Button variant="secondary" className="print:hidden" onClick={() => window.print()}>
          <Printer aria-hidden />
          Print
        </Button>
      }
    >
      <AdminQueryState query={read} subject="This purchase">
        {(record) => <PurchaseDetail record={record} />}
      </AdminQueryState>
    </AdminLayout>
  )
}

function PurchaseDetail({ record }: { record: contract.PurchaseDetail }) {
  const { purchase, access, emails, disputes, refunds } = record
  const money = (amount: string) => formatMoney(amount, purchase.currency)
  return (
    <div className="grid items-start gap-[18px] lg:grid-cols-[minmax(0,1fr)_340px] print:block">
      <div className="grid gap-[18px] print:block">
        <DetailSection title="Purchase">
          <p className="flex flex-wrap gap-2">
            <Badge tone={stateTones[purchase.state]}>{stateLabels[purchase.state]}</Badge>
            <Badge tone={access.state === 'active' ? 'brand' : 'danger'}>
              {access.state === 'active' ? 'Access active' : 'Access revoked'}
            </Badge>
            {purchase.duplicateOf !== null && <Badge tone="warn">Possible duplicate</Badge>}
          </p>
          <DescriptionList
            items={[
              ['Item', purchase.title],
              ['Type', itemType(purchase)],
              ['Description', purchase.description],
              ['Buyer', purchase.email || 'No email'],
              ['Creator', [purchase.creator.name, purchase.creator.email].filter(Boolean).join(', ')],
              [
                'Paid',
                `${isNothing(purchase.amount) ? 'Free' : money(purchase.amount)}, ${formatDateTime(purchase.paidAt)}`,
              ],
              ['Tax', Number(purchase.tax) === 0 ? '' : money(purchase.tax)],
              ['List price', purchase.discount ? money(purchase.listAmount) : ''],
              [
                'Discount',
                purchase.discount
                  ? `${purchase.discount.code}, ${money(`-${purchase.discount.amount}`)}`
                  : '',
              ],
              ['Tip', Number(purchase.tip) === 0 ? '' : money(purchase.tip)],
              ['Platform fee', money(purchase.fee)],
              ['Creator’s share', money(purchase.creatorAmount)],
              ['Refunded', money(purchase.refunded)],
              ['Disputed', money(purchase.disputed)],
              ['Payment', `${purchase.paymentId} (${purchase.provider})`],
              [
                'First opened',
                access.firstAccessedAt ? formatDateTime(access.firstAccessedAt) : 'Not opened yet',
              ],
              ['Access revoked', access.revokedAt ? revocationText(access) : ''],
              ['Source', purchase.source],
              [
                'Name and message',
                [purchase.supporterName, purchase.supporterMessage].filter(Boolean).join(': '),
              ],
            ]}
          />
        </DetailSection>
        <DetailSection title="Timeline">
          <EventTimeline events={record.events} />
        </DetailSection>
        <DetailSection title="Ledger entries">
          <LedgerEntries entries={record.entries} currency={purchase.currency} />
        </DetailSection>
        {(refunds.length > 0 || disputes.length > 0) && (
          <DetailSection title="Refunds and disputes">
            <DescriptionList
              items={[
                ...refunds.map(({ at, amount, state, by, reason }): [string, string] => [
                  `Refund, ${formatDateTime(at)}`,
                  `${money(amount)} by ${by}, ${state}. ${reason}`,
                ]),
                ...disputes.map(({ at, amount, state, reason }): [string, string] => [
                  `Dispute, ${formatDateTime(at)}`,
                  `${money(amount)}, ${state}. ${reason ?? ''}`,
                ]),
              ]}
            />
          </DetailSection>
        )}
        <DetailSection title="Emails">
          {emails.length === 0 ? (
            <p className="text-ink-soft">No emails about this purchase.</p>
          ) : (
            <DescriptionList
              items={emails.map(({ kind, recipient, createdAt, sentAt }): [string, string] => [
                `${kind}, ${formatDateTime(createdAt)}`,
                `${recipient}, ${sentAt ? `sent ${formatDateTime(sentAt)}` : 'not sent yet'}`,
              ])}
            />
          )}
        </DetailSection>
      </div>
      <AdminOnly>
        <PurchaseActions purchaseRecord={record} />
      </AdminOnly>
    </div>
  )
}

/** The kind and the file of an item of one part; what several parts are. */
function itemType({ kind, fileName, partCounts }: contract.PurchaseDetail['purchase']): string {
  if (totalCount(partCounts) > 1) return countsText(partCounts)
  return [kind, fileName].filter(Boolean).join(', ')
}

function revocationText({
  revokedAt,
  revocationReason,
  revocationMessage,
}: contract.PurchaseDetail['access']): string {
  const when = revokedAt ? formatDateTime(revokedAt) : ''
  return [`${when} (${revocationReason ?? 'unknown'})`, revocationMessage].filter(Boolean).join(': ')
}
