import { useState } from 'react'
import {
  approveContent,
  getReviewedFile,
  listPendingReviews,
  type PendingReview,
} from '../../../contract/content-reviews.ts'
import { buildUrl } from '../../../contract/route.ts'
import { formatBytes } from '../../../domain/bytes-text.ts'
import { ContentCover } from '../../shared/content-cover.tsx'
import { categoryLabel } from '../../shared/content-labels.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { LocalTime } from '../../ui/local-time.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { TextLink } from '../../ui/text-link.tsx'
import { AdminOnly } from './admin-only.tsx'
import { RejectContentDialog } from './reject-content-dialog.tsx'
import { useAdminAction } from './use-admin-action.ts'

/** A waiting item: what its tip page would show, what its buyers would get, and the decision. */
export function PendingReviewCard({ review }: { review: PendingReview }) {
  const { item, creator, requestedAt } = review
  const price = formatMoney(item.price, item.currency)
  return (
    <Card className="grid gap-4">
      <div className="grid grid-cols-[72px_minmax(0,1fr)] items-start gap-4">
        <ContentCover
          seed={item.title}
          image={item.previewImage}
          focus={item.previewFocus}
          className="aspect-square rounded-[12px]"
        />
        <div className="min-w-0">
          <h2 className="wrap-anywhere text-xl">{item.title}</h2>
          <p className="text-ink-soft">
            {item.pricingModel === 'fixed' ? price : `From ${price}`} · {categoryLabel(item.category)}
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
      <AdminOnly>
        <ReviewActions review={review} />
      </AdminOnly>
    </Card>
  )
}

/** What a buyer gets. */
function Delivery({ review: { item } }: { review: PendingReview }) {
  return (
    <section aria-label={`What buyers of ${item.title} get`} className="grid gap-1">
      <h3 className="font-body font-semibold tracking-normal">Buyers get</h3>
      {item.kind === 'link' && (
        <TextLink href={item.linkUrl} target="_blank" className="wrap-anywhere">
          {item.linkUrl}
        </TextLink>
      )}
      {item.kind === 'text' && (
        <p className="wrap-anywhere whitespace-pre-line rounded-md bg-sunken px-4 py-3">{item.textContent}</p>
      )}
      {item.kind === 'file' && (
        <TextLink
          href={buildUrl(getReviewedFile, { params: { id: item.id } })}
          className="wrap-anywhere"
          download
        >
          Download {item.fileName}
          {item.fileSize !== null && ` (${formatBytes(item.fileSize)})`}
        </TextLink>
      )}
      {item.thankYouNote && (
        <p className="wrap-anywhere text-ink-soft">Thank-you note: {item.thankYouNote}</p>
      )}
    </section>
  )
}

function ReviewActions({ review: { item } }: { review: PendingReview }) {
  const [isRejecting, setIsRejecting] = useState(false)
  const approve = useAdminAction(approveContent, {
    successMessage: 'Approved and published',
    invalidates: [listPendingReviews],
  })
  const srContext = <span className="sr-only">: {item.title}</span>
  return (
    <div className="flex flex-wrap gap-3">
      <Button
        isLoading={approve.isPending}
        onClick={() => approve.mutate({ params: { id: item.id }, body: { version: item.version } })}
      >
        Approve and publish{srContext}
      </Button>
      <Button variant="secondary" onClick={() => setIsRejecting(true)}>
        Reject{srContext}
      </Button>
      <RejectContentDialog item={item} open={isRejecting} setOpen={setIsRejecting} />
    </div>
  )
}
