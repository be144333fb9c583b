import { CircleCheck } from 'lucide-react'
import * as z from 'zod/mini'
import {
  approveContent,
  ContentRejectionInput,
  getReviewedFile,
  listPendingReviews,
  type PendingReview,
  rejectContent,
} from '../../../../../contract/moderation.ts'
import { buildUrl } from '../../../../../contract/route.ts'
import { formatBytes } from '../../../../../domain/format.ts'
import { holds } from '../../../../../domain/part-kinds.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { ContentCover } from '../../../../shared/content-cover.tsx'
import { categoryLabel } from '../../../../shared/content-format.ts'
import { formatPrice } from '../../../../shared/price.ts'
import { Card } from '../../../../ui/card.tsx'
import { EmptyState } from '../../../../ui/empty-state.tsx'
import { Field } from '../../../../ui/field.tsx'
import { Textarea } from '../../../../ui/input.tsx'
import { LocalTime } from '../../../../ui/local-time.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { ActionButton, ActionDialog } from '../admin-actions.tsx'
import { AdminLayout } from '../admin-layout.tsx'
import { AdminQueryState } from '../admin-list.tsx'

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

/** A waiting item: what its tip page would show, what its buyers would get, and the decision. */
function PendingReviewCard({ review }: { review: PendingReview }) {
  const { item, creator, requestedAt } = review
  return (
    <Card className="grid gap-4">
      <div className="grid grid-cols-[72px_minmax(0,1fr)] items-start gap-4">
        <ContentCover
          pond={item.pond}
          isThumb
          image={item.previewImage}
          focus={item.previewFocus}
          className="aspect-square rounded-[12px]"
        />
        <div className="min-w-0">
          <h2 className="wrap-anywhere text-xl">{item.title}</h2>
          <p className="text-ink-soft">
            {formatPrice(item.price, item)} · {categoryLabel(item.category)}
          </p>
          <p className="wrap-anywhere text-ink-faint text-sm">
            by {creator.name ?? 'a new creator'},{' '}
            <TextLink href={`/admin/creators?q=${encodeURIComponent(creator.email)}`}>
              {creator.email}
            </TextLink>
          </p>
          <p className="text-ink-faint text-sm">
            Waiting since <LocalTime iso={requestedAt} />
          </p>
        </div>
      </div>
      {item.description && <p className="wrap-anywhere whitespace-pre-line">{item.description}</p>}
      {item.whatsInside && (
        <section aria-label={`What’s inside ${item.title}`}>
          <h3 className="font-body font-semibold tracking-normal">What’s inside</h3>
          <p className="wrap-anywhere whitespace-pre-line text-ink-soft">{item.whatsInside}</p>
        </section>
      )}
      <Delivery review={review} />
      <ReviewActions review={review} />
    </Card>
  )
}

function Delivery({ review: { item } }: { review: PendingReview }) {
  return (
    <section aria-label={`What buyers of ${item.title} get`} className="grid gap-1">
      <h3 className="font-body font-semibold tracking-normal">Buyers get</h3>
      {item.parts.map((part) => (
        <DeliveredPart key={part.id} itemId={item.id} part={part} />
      ))}
      {item.thankYouNote && (
        <p className="wrap-anywhere text-ink-soft">Thank-you note: {item.thankYouNote}</p>
      )}
    </section>
  )
}

function DeliveredPart({ itemId, part }: { itemId: number; part: PendingReview['item']['parts'][number] }) {
  if ('text' in part)
    return <p className="wrap-anywhere whitespace-pre-line rounded-md bg-sunken px-4 py-3">{part.text}</p>
  if (holds(part.kind, 'url'))
    return (
      <TextLink href={part.url ?? ''} target="_blank" className="wrap-anywhere">
        {part.url}
      </TextLink>
    )
  return (
    <TextLink
      href={buildUrl(getReviewedFile, { params: { id: itemId }, query: { part: part.id } })}
      className="wrap-anywhere"
      download
    >
      Download {part.name}
      {'size' in part && part.size !== null && ` (${formatBytes(part.size)})`}
    </TextLink>
  )
}

const rejectionSchema = z.omit(ContentRejectionInput, { version: true })

function ReviewActions({ review: { item } }: { review: PendingReview }) {
  const { id, version, title } = item
  const context = `: ${title}`
  return (
    <div className="flex flex-wrap gap-3 empty:hidden">
      <ActionButton
        route={approveContent}
        input={{ params: { id }, body: { version } }}
        successMessage="Approved and published"
        label="Approve and publish"
        context={context}
        variant="primary"
      />
      <ActionDialog
        button={{ label: 'Reject', context }}
        title={`Reject ${title}?`}
        description="It stays a draft. The creator can change it and publish it again for another review."
        route={rejectContent}
        schema={rejectionSchema}
        toInput={(fields) => ({ params: { id }, body: { ...fields, version } })}
        successMessage="Rejected"
        submitLabel="Reject"
        tone="danger"
      >
        <Field label="Reason" name="reason" hint="We’ll email this to the creator.">
          <Textarea />
        </Field>
      </ActionDialog>
    </div>
  )
}
