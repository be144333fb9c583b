import * as z from 'zod/mini'
import type { InboxCase } from '../../../../../../contract/inbox.ts'
import {
  approveContent,
  ContentRejectionInput,
  getReviewedFile,
  type PendingReview,
  rejectContent,
} from '../../../../../../contract/moderation.ts'
import { buildUrl } from '../../../../../../contract/route.ts'
import { formatBytes } from '../../../../../../domain/format.ts'
import { holds } from '../../../../../../domain/part-kinds.ts'
import { ContentCover } from '../../../../../shared/content-cover.tsx'
import { categoryLabel } from '../../../../../shared/content-format.ts'
import { formatPrice } from '../../../../../shared/price.ts'
import { Field } from '../../../../../ui/field.tsx'
import { Textarea } from '../../../../../ui/input.tsx'
import { TextLink } from '../../../../../ui/text-link.tsx'
import { Verb, VerbDialog } from '../verbs.tsx'

/** A waiting item: what its tip page would show, and what its buyers would get. */
export function ReviewedItem({ review }: { review: PendingReview }) {
  const { item, creator } = review
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-[72px_minmax(0,1fr)] items-start gap-4">
        <ContentCover
          pond={item.pond}
          isThumb
          image={item.previewImage}
          focus={item.previewFocus}
          className="aspect-square rounded-[12px]"
        />
        <div className="min-w-0">
          <h3 className="wrap-anywhere text-lg">{item.title}</h3>
          <p className="text-ink-soft">
            {formatPrice(item.price, item)} · {categoryLabel(item.category)}
          </p>
          <p className="wrap-anywhere text-ink-faint text-sm">
            by {creator.name ?? 'a new creator'}, {creator.email}
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
    </div>
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

export function ReviewVerbs({ decision: { review } }: { decision: InboxCase }) {
  if (!review) return null
  const { id, version, title } = review.item
  return (
    <>
      <Verb
        label="Approve and publish"
        variant="primary"
        route={approveContent}
        input={{ params: { id }, body: { version } }}
        title="Approved and published"
      />
      <VerbDialog
        label="Reject"
        tone="danger"
        heading={`Reject ${title}?`}
        description="It stays a draft. The creator can change it and publish it again for another review."
        route={rejectContent}
        schema={rejectionSchema}
        toDecision={({ reason }) => ({
          input: { params: { id }, body: { version, reason } },
          title: 'Rejected',
        })}
      >
        <Field label="Reason" name="reason" hint="We’ll email this to the creator.">
          <Textarea />
        </Field>
      </VerbDialog>
    </>
  )
}
