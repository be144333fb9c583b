import type { CreatorContent } from '../../contract/content.ts'
import { TextLink } from '../ui/text-link.tsx'

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

export function ContentTakenDownNotice({ reason }: { reason: string }) {
  return (
    <p className="wrap-anywhere rounded-md bg-danger-soft px-4 py-3 text-danger">
      <b className="font-semibold">We took this item down.</b> {reason}{' '}
      <TextLink href="/feedback" tone="danger">
        Contact us
      </TextLink>
    </p>
  )
}

export const inReview = {
  title: 'In review',
  description: 'We look at your first item before it goes live. You’ll get an email.',
}
