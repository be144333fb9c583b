import { Suspense, useId, useState } from 'react'
import type { CreatorContent } from '../../../../contract/content.ts'
import { formatBytes } from '../../../../domain/format.ts'
import { totalCount } from '../../../../domain/part-counts.ts'
import { kinds } from '../../../../domain/part-kinds.ts'
import { ContentCover } from '../../../shared/content-cover.tsx'
import { categoryLabel } from '../../../shared/content-format.ts'
import { formatPrice } from '../../../shared/price.ts'
import { Badge } from '../../../ui/badge.tsx'
import { formatCount, formatDate, formatMoney, pluralize } from '../../../ui/format.ts'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Sparkline } from '../../../ui/sparkline.tsx'
import { ContentActions } from './content-actions.tsx'
import { conversionLabel } from './content-filters.ts'

const ContentDetails = lazyComponent(async () => (await import('./content-details.tsx')).ContentDetails)

export type ContentRowProps = {
  item: CreatorContent
  /** Sales by day of the last 30 days; absent without sales. */
  recentSales: ReadonlyArray<number> | undefined
  /** What the item is of the bundles that it was sold in; absent without any. */
  bundleShare: string | undefined
  onDelete: (item: CreatorContent) => void
  onShare: (item: CreatorContent) => void
}

export const rowColumns = 'lg:grid-cols-[52px_minmax(0,1fr)_92px_96px_48px_96px_auto] lg:gap-x-[18px]'

export function ContentRow({ item, recentSales, bundleShare, onDelete, onShare }: ContentRowProps) {
  const { title, previewImage, previewFocus, pond } = item
  const [isOpen, setIsOpen] = useState(false)
  const detailsId = useId()
  return (
    <div className="border-line border-t">
      <div
        className={`grid grid-cols-[52px_minmax(0,1fr)] items-center gap-x-3.5 gap-y-1.5 px-4 py-3 sm:px-5 ${rowColumns}`}
      >
        <ContentCover
          pond={pond}
          isThumb
          image={previewImage}
          focus={previewFocus}
          className="aspect-square rounded-[12px]"
        />
        <div className="min-w-0">
          <h3 className="wrap-anywhere font-body font-semibold leading-snug tracking-normal">
            {title} <StatusBadge item={item} />
          </h3>
          <p className="text-ink-faint text-sm">{contentSummary(item, bundleShare)}</p>
        </div>
        <span className="max-lg:hidden">
          {recentSales && <Sparkline label={sparklineLabel(recentSales)} values={recentSales} />}
        </span>
        <SalesFigures item={item} />
        <ContentActions
          item={item}
          onDelete={onDelete}
          onShare={onShare}
          details={{ id: detailsId, isOpen, onToggle: () => setIsOpen(!isOpen) }}
        />
      </div>
      {isOpen && (
        <div id={detailsId} className="px-4 pb-4 sm:px-5">
          <Suspense fallback={<Skeleton shape="card" className="h-60" />}>
            <ContentDetails item={item} />
          </Suspense>
        </div>
      )}
    </div>
  )
}

const reviewLabels = { pending: 'In review', rejected: 'Not approved' }

function StatusBadge({ item: { status, takedownReason, review, teaserStatus } }: { item: CreatorContent }) {
  if (takedownReason)
    return (
      <Badge tone="danger" className="ml-1">
        Taken down
      </Badge>
    )
  return (
    <>
      {status === 'draft' && (
        <Badge tone="warn" className="ml-1">
          {review ? reviewLabels[review.state] : 'Draft'}
        </Badge>
      )}
      {teaserStatus === 'failed' && (
        <Badge tone="warn" className="ml-1">
          Preview failed
        </Badge>
      )}
    </>
  )
}

/** Three columns on a wide screen, else one line below the title. */
function SalesFigures({ item }: { item: CreatorContent }) {
  const { pricingModel, price, currency, unlockCount, totalEarnings } = item
  // A free item that was sold before keeps what it sold and earned.
  const isFreeOnly = pricingModel === 'free' && unlockCount === 0
  return (
    <p className="col-start-2 flex min-w-0 flex-wrap gap-x-3 text-ink-soft max-lg:text-sm lg:contents">
      <span className="lg:text-right">{formatPrice(price, item)}</span>
      <span className="lg:text-right">
        <span className="lg:hidden">
          {isFreeOnly ? '' : unlockCount === 0 ? 'No sales yet' : pluralize(unlockCount, 'sale')}
        </span>
        <span aria-hidden className="max-lg:hidden">
          {unlockCount === 0 ? '–' : formatCount(unlockCount)}
        </span>
        <span className="sr-only max-lg:hidden">{pluralize(unlockCount, 'sale')}</span>
      </span>
      <span className="font-semibold text-ink lg:text-right">
        <span className="sr-only">Earned </span>
        {isFreeOnly ? '–' : formatMoney(totalEarnings, currency)}
      </span>
    </p>
  )
}

/** The release day; category and kind; views and conversion, or the date without views; refunded sales; and what it is of its bundles. */
function contentSummary(item: CreatorContent, bundleShare: string | undefined): string {
  const { kind, category, fileSize, createdAt, views, unlockCount, tipCount, itemCount, release } = item
  const size = fileSize === null ? 'No file yet' : formatBytes(fileSize)
  const labels = { file: size, url: 'Link', text: 'Text' }
  const partCount = totalCount(item.partCounts)
  const partsText = partCount > 1 ? pluralize(partCount, 'part') : labels[kinds[kind].holds]
  const contents = itemCount === null ? partsText : pluralize(itemCount, 'item')
  const isFree = item.pricingModel === 'free'
  const conversionRate = !isFree && conversionLabel({ views, sales: unlockCount })
  const metrics = views === 0 ? [formatDate(createdAt)] : [pluralize(views, 'view'), conversionRate]
  const { freeCount } = item
  const people = freeCount === 1 ? '1 person has it' : `${formatCount(freeCount)} people have it`
  const having = freeCount > 0 ? people : isFree && 'no one has it yet'
  const refunded = unlockCount > tipCount && `${formatCount(unlockCount - tipCount)} refunded`
  const share = bundleShare && `${formatMoney(bundleShare, item.currency)} share of bundle`
  const day = release && `Out ${release.shortDay}`
  return [day, categoryLabel(category), contents, ...metrics, having, refunded, share]
    .filter(Boolean)
    .join(' · ')
}

function sparklineLabel(recentSales: ReadonlyArray<number>): string {
  return `${pluralize(
    recentSales.reduce((sum, sales) => sum + sales, 0),
    'sale',
  )} in the last 30 days`
}
