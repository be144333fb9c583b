import type { CreatorContent } from '../../../../contract/content.ts'
import { ContentCover } from '../../../shared/content-cover.tsx'
import { formatMoney } from '../../../ui/money-text.ts'

type LinkPreviewProps = { item: CreatorContent; url: string; creatorName: string }

/** What others see where the link is pasted: cover, site, title, creator and price. */
export function LinkPreview({ item, url, creatorName }: LinkPreviewProps) {
  const { kind, title, previewImage, previewFocus, pricingModel, price, currency } = item
  const from = pricingModel === 'pay_what_you_want' ? 'from ' : ''
  return (
    <figure
      aria-label="Preview of the link"
      className="grid grid-cols-[104px_minmax(0,1fr)] overflow-hidden rounded-md border border-line md:grid-cols-1 md:grid-rows-[minmax(160px,1fr)_auto] md:shadow-md"
    >
      <ContentCover
        seed={title}
        image={previewImage}
        focus={previewFocus}
        kind={kind}
        title={title}
        sizes="(min-width: 48rem) 280px, 104px"
        className="aspect-auto size-full min-h-24 rounded-none"
      />
      <figcaption className="grid min-w-0 content-center gap-0.5 bg-paper px-4 py-3">
        <span className="truncate text-ink-faint text-sm">{new URL(url).host}</span>
        <b className="wrap-anywhere line-clamp-2 font-[650] font-display text-lg leading-tight">{title}</b>
        <span className="truncate text-ink-soft">
          {`By ${creatorName}, ${from}${formatMoney(price, currency)}`}
        </span>
      </figcaption>
    </figure>
  )
}
