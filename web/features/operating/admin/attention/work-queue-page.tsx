import { CircleCheck, Scale, Undo2 } from 'lucide-react'
import {
  type Dispute,
  type FailedJobs,
  getAdminOverview,
  listDisputes,
  listFailedJobs,
  listFailedRefunds,
  retryJob,
} from '../../../../../contract/admin-overview.ts'
import { listRefundReviews } from '../../../../../contract/refunds.ts'
import { useApiQuery } from '../../../../api/query.ts'
import type { ResponseOf } from '../../../../api/types.ts'
import { useSearchParamsState } from '../../../../shared/use-search-params-state.ts'
import { Badge } from '../../../../ui/badge.tsx'
import { LinkButton } from '../../../../ui/button.tsx'
import { type Column, DataTable } from '../../../../ui/data-table.tsx'
import { Field } from '../../../../ui/field.tsx'
import { formatDateTime, formatMoney } from '../../../../ui/format.ts'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { Select } from '../../../../ui/select.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { ActionButton } from '../admin-actions.tsx'
import { AdminLayout, AdminOnly } from '../admin-layout.tsx'
import { AdminList, AdminRow, AdminRows, ListPages, useListSearch } from '../admin-list.tsx'
import { humanize } from '../format.ts'
import { DeliveryList } from '../payouts/delivery-list.tsx'
import { AlertList } from './alert-list.tsx'

type Review = ResponseOf<typeof listRefundReviews>['requests'][number]

/** Refund requests that creators objected to, for the admin to decide; the oldest first. */
function RefundReviewList() {
  const read = useApiQuery(listRefundReviews)
  return (
    <AdminList
      query={read}
      subject="The refund requests"
      countOf={({ requests }) => requests.length}
      empty={{
        icon: <CircleCheck aria-hidden />,
        title: 'No refunds to decide',
        description: 'When a creator objects to a refund request, it shows up here with both sides.',
      }}
    >
      {({ requests }) => (
        <AdminRows>
          {requests.map((request) => (
            <ReviewRow key={request.id} request={request} />
          ))}
        </AdminRows>
      )}
    </AdminList>
  )
}

function ReviewRow({ request }: { request: Review }) {
  const { id, title, amount, currency, reason, objectionMessage, creatorEmail, purchaseId, createdAt } =
    request
  const money = formatMoney(amount, currency)
  return (
    <AdminRow
      actions={
        <AdminOnly>
          <LinkButton size="sm" href={`/refunds/${id}`}>
            Review
            <span className="sr-only">
              {' '}
              {money} for {title}
            </span>
          </LinkButton>
        </AdminOnly>
      }
    >
      <p className="wrap-anywhere font-semibold">
        {money} for {title}
      </p>
      <p className="wrap-anywhere">Buyer: {reason || 'No reason given.'}</p>
      <p className="wrap-anywhere">Creator: {objectionMessage}</p>
      <p className="wrap-anywhere text-ink-faint text-sm">
        Order {purchaseId}, {creatorEmail}, requested <LocalTime iso={createdAt} />
      </p>
    </AdminRow>
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

type FailedRefund = ResponseOf<typeof listFailedRefunds>['refunds'][number]

function FailedRefundList() {
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
        <DataTable label="Failed refunds" columns={refundColumns} rows={refunds} rowKey={({ id }) => id} />
      )}
    </AdminList>
  )
}

const refundColumns: Array<Column<FailedRefund>> = [
  purchaseColumn,
  { name: 'When', cell: ({ createdAt }) => formatDateTime(createdAt) },
  {
    name: 'What happened',
    cell: ({ failure }) =>
      failure === 'returned_by_bank' ? 'Returned by the bank' : 'Declined by the card provider',
  },
  { name: 'Amount', cell: ({ amount, currency }) => formatMoney(amount, currency), isNumeric: true },
]

function FailedJobList() {
  const read = useApiQuery(listFailedJobs)
  return (
    <>
      {(read.isError || (read.data?.jobs.length ?? 0) > 0) && (
        <AdminList query={read} subject="Jobs" countOf={({ jobs }) => jobs.length}>
          {({ jobs }) => (
            <DataTable label="Failed jobs" columns={columns} rows={jobs} rowKey={({ id }) => id} />
          )}
        </AdminList>
      )}
      <DeliveryList />
    </>
  )
}

type Job = FailedJobs['jobs'][number]
const humanizeSlug = (name: string) => humanize(name.replaceAll('-', ' '))

const columns: Array<Column<Job>> = [
  { name: 'Job', cell: ({ name }) => <b>{humanizeSlug(name)}</b>, isRowHeader: true },
  { name: 'Since', cell: ({ createdAt }) => <LocalTime iso={createdAt} /> },
  { name: 'Attempts', cell: ({ attempts }) => attempts, isNumeric: true },
  { name: 'Error', cell: ({ lastError }) => lastError },
  {
    name: 'Actions',
    cell: ({ id, name }) => (
      <ActionButton
        route={retryJob}
        input={{ params: { id } }}
        successMessage="Trying again"
        label="Retry"
        context={`: ${humanizeSlug(name)}`}
        size="sm"
      />
    ),
    isNumeric: true,
  },
]

type Counts = ResponseOf<typeof getAdminOverview>

const views = [
  {
    value: 'reviews',
    label: 'Refunds to decide',
    List: RefundReviewList,
    count: (counts: Counts) => counts.refundReviews,
  },
  { value: 'disputes', label: 'Disputes', List: DisputeList, count: (counts: Counts) => counts.disputes },
  {
    value: 'refunds',
    label: 'Failed refunds',
    List: FailedRefundList,
    count: (counts: Counts) => counts.failedRefunds,
  },
  { value: 'alerts', label: 'Alerts', List: AlertList, count: (counts: Counts) => counts.alerts },
  {
    value: 'faults',
    label: 'Jobs and emails',
    List: FailedJobList,
    count: (counts: Counts) => counts.failedJobs + counts.overdueEmails,
  },
] as const

/** `/admin/attention`: everything that needs the admin's attention. Starts with the first list that is not empty. */
export function WorkQueuePage() {
  const [query, setParams] = useSearchParamsState()
  const { data: counts } = useApiQuery(getAdminOverview)
  const firstNonEmptyView = counts && views.find(({ count }) => count(counts) > 0)
  const view = views.find(({ value }) => value === query.get('view')) ?? firstNonEmptyView ?? views[3]
  const options = views.map(({ value, label, count }) => {
    const number = counts ? count(counts) : 0
    return { value, label: number > 0 ? `${label} (${number})` : label }
  })
  return (
    <AdminLayout
      title="Needs attention"
      description="Issues that need a person to sort out. Everything you do here is logged."
      action={
        <Field label="Show" className="w-full sm:w-60">
          <Select
            options={options}
            value={view.value}
            onChange={({ target }) => setParams({ view: target.value, page: undefined })}
          />
        </Field>
      }
    >
      <view.List />
    </AdminLayout>
  )
}
