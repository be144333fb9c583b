import { CircleCheck } from 'lucide-react'
import { listRefundReviews } from '../../../contract/refunds.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import type { ResponseOf } from '../../api/types.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { LocalTime } from '../../ui/local-time.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { AdminOnly } from './admin-only.tsx'
import { AdminQueryState } from './admin-query-state.tsx'

type Review = ResponseOf<typeof listRefundReviews>['requests'][number]

/** Refund requests that creators objected to, for the admin to decide; the oldest first. */
export function RefundReviewList() {
  const read = useApiQuery(listRefundReviews)
  return (
    <AdminQueryState query={read} subject="The refund requests">
      {({ requests }) =>
        requests.length === 0 ? (
          <EmptyState
            icon={<CircleCheck aria-hidden />}
            title="No refunds to decide"
            description="When a creator objects to a refund request, it shows up here with both sides."
          />
        ) : (
          <ul className="m-0 list-none p-0">
            {requests.map((request) => (
              <ReviewRow key={request.id} request={request} />
            ))}
          </ul>
        )
      }
    </AdminQueryState>
  )
}

function ReviewRow({ request }: { request: Review }) {
  const { id, title, amount, currency, reason, objectionMessage, creatorEmail, purchaseId, createdAt } =
    request
  const money = formatMoney(amount, currency)
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-line border-b px-4 py-4 last:border-b-0 sm:px-5">
      <div className="grid min-w-0 flex-1 basis-64 gap-1">
        <p className="wrap-anywhere font-semibold">
          {money} for {title}
        </p>
        <p className="wrap-anywhere">Buyer: {reason || 'No reason given.'}</p>
        <p className="wrap-anywhere">Creator: {objectionMessage}</p>
        <p className="wrap-anywhere text-ink-faint text-sm">
          Order {purchaseId}, {creatorEmail}, requested <LocalTime iso={createdAt} />
        </p>
      </div>
      <AdminOnly>
        <LinkButton size="sm" href={`/refunds/${id}`}>
          Review
          <span className="sr-only">
            {' '}
            {money} for {title}
          </span>
        </LinkButton>
      </AdminOnly>
    </li>
  )
}
