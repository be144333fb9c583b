import { CircleCheck } from 'lucide-react'
import { listPendingReviews } from '../../../contract/content-reviews.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { AdminLayout } from './admin-layout.tsx'
import { AdminQueryState } from './admin-query-state.tsx'
import { PendingReviewCard } from './pending-review-card.tsx'

/** `/admin/reviews`: items that wait for review before their first publication. */
export function ReviewsPage() {
  const read = useApiQuery(listPendingReviews)
  return (
    <AdminLayout
      title="Reviews"
      description="First items of new creators. They aren’t public until you approve them."
    >
      <AdminQueryState query={read} subject="Reviews">
        {({ reviews, total }) =>
          reviews.length === 0 ? (
            <Card>
              <EmptyState
                icon={<CircleCheck aria-hidden />}
                title="Nothing to review"
                description="When moderation is on in Settings, first items show up here."
              />
            </Card>
          ) : (
            <div className="grid gap-[18px]">
              {total > reviews.length && (
                <p className="text-ink-soft">
                  The oldest {reviews.length} of {total} items
                </p>
              )}
              <ul className="m-0 grid list-none gap-[18px] p-0">
                {reviews.map((review) => (
                  <li key={review.item.id}>
                    <PendingReviewCard review={review} />
                  </li>
                ))}
              </ul>
            </div>
          )
        }
      </AdminQueryState>
    </AdminLayout>
  )
}
