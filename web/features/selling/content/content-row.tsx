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
import { isPublic } from './row-actions.ts'

const ContentDetails = lazyComponent(async () => (await import('./content-details.tsx')).ContentDetails)

export type ContentRowProps = {
  item: CreatorContent
  /** What each of the last 30 days earned; absent below three sales. */
  recentEarnings: ReadonlyArray<number> | undefined
  /** What the item is of the bundles that it was sold in; absent without any. */
  bundleShare: string | undefined
  onDelete: (item: CreatorContent) => void
  onShare: (item: CreatorContent) => void
}

export const rowColumns = 'lg:grid-cols-[52px_minmax(0,1fr)_110px_96px_48px_96px_132px] lg:gap-x-[18px]'

export function ContentRow({ item, recentEarnings, bundleShare, onDelete, onShare }: ContentRowProps) {
  const { title, previewImage, previewFocus, pond } = item
  const [isOpen, setIsOpen] = useState(false)
  const detailsId = useId()
  return (
    <div className="border-line border-t">
      <div
        className={`grid grid-cols-[52px_minmax(0,1fr)_auto] items-center gap-x-3.5 gap-y-1 py-3 pr-1.5 pl-4 sm:pl-[22px] lg:pr-[22px] ${rowColumns}`}
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
          <p className="text-ink-faint text-sm">
            {contentSummary(item)}
            <span className="max-sm:hidden"> · {contentFigures(item, bundleShare)}</span>
          </p>
        </div>
        <div className="col-span-3 row-start-2 flex min-h-10 flex-wrap items-center gap-x-4 pr-2.5 lg:contents">
          <Trend item={item} recentEarnings={recentEarnings} onShare={onShare} />
          <SalesFigures item={item} />
        </div>
        <ContentActions
          item={item}
          onDelete={onDelete}
          onShare={onShare}
          details={{ id: detailsId, isOpen, onToggle: () => setIsOpen(!isOpen) }}
        />
      </div>
      {isOpen && (
        <div id={detailsId} className="px-4 pb-4 sm:px-[22px]">
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

type TrendProps = Pick<ContentRowProps, 'item' | 'recentEarnings' | 'onShare'>

/** The line of what was earned, or the way to the first sale. */
function Trend({ item, recentEarnings, onShare }: TrendProps) {
  if (recentEarnings)
    return <Sparkline label={earningsLabel(recentEarnings, item.currency)} values={recentEarnings} />
  if (!isPublic(item) || item.unlockCount + item.freeCount > 0) return <span className="max-lg:hidden" />
  return (
    <button
      type="button"
      onClick={() => onShare(item)}
      className="min-h-11 justify-self-start text-left font-semibold text-brand underline decoration-1 underline-offset-3"
    >
      Share the link<span className="sr-only"> to {item.title}</span>
    </button>
  )
}

/** Three columns on a wide screen, else one line below the title, with what was earned at its end. */
function SalesFigures({ item }: { item: CreatorContent }) {
  const { pricingModel, price, currency, unlockCount, totalEarnings } = item
  // A free item that was sold before keeps what it sold and earned.
  const isFreeOnly = pricingModel === 'free' && unlockCount === 0
  return (
    <p className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 text-ink-soft lg:contents">
      <span className="max-sm:hidden lg:text-right">{formatPrice(price, item)}</span>
      <span className="lg:text-right">
        <span className="lg:hidden">{isFreeOnly ? 'Free' : pluralize(unlockCount, 'sale')}</span>
        <span aria-hidden className="max-lg:hidden">
          {isFreeOnly ? '–' : formatCount(unlockCount)}
        </span>
        <span className="sr-only max-lg:hidden">{pluralize(unlockCount, 'sale')}</span>
      </span>
      <span className="font-semibold text-ink max-lg:ml-auto lg:text-right">
        <span className="sr-only">Earned </span>
        {isFreeOnly ? '–' : formatMoney(totalEarnings, currency)}
      </span>
    </p>
  )
}

/** The release day; category and kind. */
function contentSummary(item: CreatorContent): string {
  const { kind, category, fileSize, itemCount, release } = item
  const size = fileSize === null ? 'No file yet' : formatBytes(fileSize)
  const labels = { file: size, url: 'Link', text: 'Text' }
  const partCount = totalCount(item.partCounts)
  const partsText = partCount > 1 ? pluralize(partCount, 'part') : labels[kinds[kind].holds]
  const contents = itemCount === null ? partsText : pluralize(itemCount, 'item')
  const day = release && `Out ${release.shortDay}`
  return [day, categoryLabel(category), contents].filter(Boolean).join(' · ')
}

/** Views and conversion, or the date without views; refunded sales; and what it is of its bundles. A phone has no room for them. */
function contentFigures(item: CreatorContent, bundleShare: string | undefined): string {
  const { createdAt, views, unlockCount, tipCount } = item
  const isFree = item.pricingModel === 'free'
  const conversionRate = !isFree && conversionLabel({ views, sales: unlockCount })
  const metrics = views === 0 ? [formatDate(createdAt)] : [pluralize(views, 'view'), conversionRate]
  const { freeCount } = item
  const people = freeCount === 1 ? '1 person has it' : `${formatCount(freeCount)} people have it`
  const having = freeCount > 0 ? people : isFree && 'no one has it yet'
  const refunded = unlockCount > tipCount && `${formatCount(unlockCount - tipCount)} refunded`
  const share = bundleShare && `${formatMoney(bundleShare, item.currency)} share of bundle`
  return [...metrics, having, refunded, share].filter(Boolean).join(' · ')
}

function earningsLabel(recentEarnings: ReadonlyArray<number>, currency: string): string {
  const sum = recentEarnings.reduce((total, earned) => total + earned, 0)
  return `${formatMoney(sum.toFixed(2), currency)} earned in the last 30 days`
}
