import type { CreatorContent } from '../../contract/content.ts'
import { inReview } from './in-review.ts'

/** The notice to a creator whose item waits for its review, or was not approved, with the reason. */
export function ContentReviewNotice({ review: { state, reason } }: { review: Review }) {
  if (state === 'pending')
    return (
      <p className="wrap-anywhere rounded-md bg-sunken px-4 py-3">
        <b className="font-semibold">{inReview.title}.</b> {inReview.description}
      </p>
    )
  return (
    <p className="wrap-anywhere rounded-md bg-danger-soft px-4 py-3 text-danger">
      <b className="font-semibold">We couldn’t publish this item.</b> {reason}{' '}
      <span className="block">Change it and publish it again, and we’ll take another look.</span>
    </p>
  )
}

type Review = NonNullable<CreatorContent['review']>
