import type { ContentCard } from '../../contract/content.ts'
import { formatBytes } from '../../domain/bytes-text.ts'
import { formatMoney } from '../ui/money-text.ts'
import { TextLink } from '../ui/text-link.tsx'
import { ContentCover } from './content-cover.tsx'
import { categoryLabel } from './content-labels.ts'

type ItemCardProps = {
  item: ContentCard
  headingLevel?: 2 | 3
  /** The width of its cover, as in `sizes` of an image. */
  sizes?: string
  /** `lazy` for a card that is not on the first screen. */
  loading?: 'lazy'
}

const gridSizes = '(min-width: 48rem) 340px, (min-width: 30rem) 50vw, 100vw'

/** An item as a cover with title and price. The whole card is one link to its tip page. */
export function ItemCard({ item, headingLevel = 3, sizes = gridSizes, loading }: ItemCardProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  const price = formatMoney(item.minimumChargeAmount, item.currency)
  return (
    <TextLink unstyled href={`/p/${item.id}`} className="group grid content-start gap-3 rounded-md">
      <ContentCover
        seed={item.title}
        image={item.previewImage}
        focus={item.previewFocus}
        kind={item.kind}
        loading={loading}
        sizes={sizes}
        className="rounded-md shadow-sm"
      />
      <span className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-3.5 gap-y-0.5">
        <Heading className="font-body font-semibold text-base leading-snug tracking-normal [overflow-wrap:anywhere] group-hover:underline">
          {item.title}
        </Heading>
        <span className="font-[650] leading-snug">
          {item.pricingModel === 'fixed' ? price : `From ${price}`}
        </span>
        <span className="col-span-2 text-ink-faint text-sm">{describe(item)}</span>
      </span>
    </TextLink>
  )
}

const kindLabels = { file: undefined, link: 'Private link', text: 'Text' }

/** The category, and the kind of item or its file size: `Music, 212 MB`. */
function describe({ category, kind, fileSize }: ContentCard): string {
  const size = fileSize === null ? undefined : formatBytes(fileSize)
  return [categoryLabel(category), kindLabels[kind] ?? size].filter(Boolean).join(', ')
}
