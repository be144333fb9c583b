import { CircleCheck } from 'lucide-react'
import { listRefundReviews } from '../../../contract/refunds.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import type { ResponseOf } from '../../api/types.ts'
import { LinkButton } from '../../ui/link-button.tsx'
import { LocalTime } from '../../ui/local-time.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { AdminList, AdminRow, AdminRows } from './admin-list.tsx'
import { AdminOnly } from './admin-only.tsx'

type Review = ResponseOf<typeof listRefundReviews>['requests'][number]

/** Refund requests that creators objected to, for the admin to decide; the oldest first. */
export function RefundReviewList() {
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
