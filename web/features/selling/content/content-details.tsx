import { ArrowRight } from 'lucide-react'
import { getContentStats } from '../../../../contract/analytics.ts'
import type { CreatorContent } from '../../../../contract/content.ts'
import { totalCount } from '../../../../domain/part-counts.ts'
import { useApiQuery } from '../../../api/query.ts'
import type { ResponseOf } from '../../../api/types.ts'
import { ContentReviewNotice, ContentTakenDownNotice } from '../../../shared/content-notices.tsx'
import { QueryState } from '../../../shared/query-state.tsx'
import { useSessionExpiredRedirect } from '../../../shared/session-expired.ts'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { formatCount, formatDate, formatMoney, pluralize } from '../../../ui/format.ts'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { usePublishToggle } from './content-menu.tsx'
import { TeaserProgress } from './teaser-progress.tsx'

export function ContentDetails({ item }: { item: CreatorContent }) {
  const read = useApiQuery(getContentStats, { params: { id: item.id } })
  useSessionExpiredRedirect(read.error)
  return (
    <section aria-label={`Stats for ${item.title}`} className="grid gap-4 rounded-md bg-sunken p-4">
      <QueryState
        query={read}
        subject="These stats"
        skeleton={
          <SkeletonBlocks
            label="Loading stats for this item"
            sizes={['h-16', 'h-16']}
            className="gap-4 md:grid-cols-2"
          />
        }
      >
        {(stats) => (
          <div className="grid items-end gap-x-8 gap-y-4 md:grid-cols-2">
            <Funnel {...stats} item={item} />
            <BarChart
              title="Views, last 30 days"
              values={stats.days.map(({ day, views }) => ({ name: formatDate(day), value: views }))}
            />
            {stats.bundleShares.length > 0 && (
              <BundleShares shares={stats.bundleShares} currency={stats.currency} />
            )}
            {stats.paidAmounts && <PaidAmounts buckets={stats.paidAmounts} currency={stats.currency} />}
          </div>
        )}
      </QueryState>
      <TeaserProgress id={item.id} background="sunken" />
      {item.takedownReason && <ContentTakenDownNotice reason={item.takedownReason} />}
      {item.review && <ContentReviewNotice review={item.review} />}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 text-ink-soft text-sm">
          <p>{publicationStatus(item)}</p>
          <FileDetails item={item} />
        </div>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
          <TextLink href={`/analytics?item=${item.id}`} className="inline-flex min-h-11 items-center">
            Advanced analytics
          </TextLink>
          {!item.takedownReason && <PublishToggle item={item} />}
        </div>
      </div>
    </section>
  )
}

type SharesProps = Pick<ResponseOf<typeof getContentStats>, 'bundleShares' | 'currency'>

/** What the item is of bundles that were sold. It was earned there, so it is in no sum of this item. */
function BundleShares({
  shares,
  currency,
}: {
  shares: SharesProps['bundleShares']
  currency: SharesProps['currency']
}) {
  return (
    <div className="grid gap-1.5 md:col-span-2">
      <h4 className="font-body font-semibold text-sm tracking-normal">Share of bundle</h4>
      <ul className="grid gap-1 text-sm">
        {shares.map(({ bundleId, title, sales, amount }) => (
          <li key={bundleId} className="flex flex-wrap justify-between gap-x-4">
            <TextLink href={`/bundles/${bundleId}`} className="wrap-anywhere min-w-0">
              {title}
            </TextLink>
            <span className="text-ink-soft">
              <b className="font-semibold text-ink">{formatMoney(amount, currency)}</b>
              {` of ${pluralize(sales, 'sale')}`}
            </span>
          </li>
        ))}
      </ul>
      <p className="text-ink-faint text-sm">
        By the prices of now. It’s part of what the bundle earned, and isn’t added to this item.
      </p>
    </div>
  )
}

function publicationStatus(item: CreatorContent): string {
  const { status, takedownReason, unlockCount, freeCount, createdAt } = item
  if (takedownReason) return `Created ${formatDate(createdAt)}.`
  if (status === 'published') return `Created ${formatDate(createdAt)}. Published.`
  if (unlockCount > 0) return 'Unpublished. Buyers keep their access.'
  return freeCount > 0 ? 'Unpublished. People who have it keep it.' : 'Only you can see this.'
}

function PublishToggle({ item }: { item: CreatorContent }) {
  const { label, isPending, toggle } = usePublishToggle(item)
  return (
    <Button variant="secondary" size="sm" isLoading={isPending} onClick={toggle}>
      {label}
    </Button>
  )
}

/** The name and checksum of an item's only file, for comparison with a download. */
function FileDetails({ item: { fileName, fileSha256, partCounts } }: { item: CreatorContent }) {
  if (!fileSha256 || totalCount(partCounts) > 1) return null
  return (
    <Disclosure summary="File details">
      <p className="wrap-anywhere text-ink-faint">{fileName}</p>
      <p className="wrap-anywhere text-ink-faint">SHA-256 {fileSha256}</p>
    </Disclosure>
  )
}

type FunnelProps = { views: number; checkouts: number; sales: number; item: CreatorContent }

/** A free item has no checkout, and who has it is no sale. */
function Funnel({ views, checkouts, sales, item }: FunnelProps) {
  const seen = { name: views === 1 ? 'view' : 'views', count: views, before: undefined }
  if (item.pricingModel === 'free' && checkouts + sales === 0)
    return (
      <Steps
        steps={[
          seen,
          {
            name: item.freeCount === 1 ? 'person has it' : 'people have it',
            count: item.freeCount,
            before: undefined,
          },
        ]}
      />
    )
  const steps = [
    seen,
    { name: checkouts === 1 ? 'checkout' : 'checkouts', count: checkouts, before: views },
    { name: sales === 1 ? 'sale' : 'sales', count: sales, before: checkouts },
  ]
  return <Steps steps={steps} />
}

type StepsProps = { steps: ReadonlyArray<{ name: string; count: number; before: number | undefined }> }

function Steps({ steps }: StepsProps) {
  return (
    <ol className="flex flex-wrap items-start gap-x-3 gap-y-2">
      {steps.map(({ name, count, before: previousCount }, index) => (
        <li key={name} className="flex gap-3">
          {index > 0 && <ArrowRight aria-hidden className="mt-1.5 size-4 flex-none text-ink-faint" />}
          <div>
            <p className="font-[650] font-display text-xl leading-tight">{formatCount(count)}</p>
            <p className="text-ink-soft text-sm">{name}</p>
            <p className="text-ink-faint text-sm">{conversionText(count, previousCount)}</p>
          </div>
        </li>
      ))}
    </ol>
  )
}

/** Empty for the first step, and above 100%. */
function conversionText(count: number, previousCount: number | undefined): string {
  if (previousCount === undefined || previousCount === 0 || count > previousCount) return '\u00a0'
  return `${Math.round((count / previousCount) * 100)}% continued`
}

type Stats = ResponseOf<typeof getContentStats>
type PaidAmountsProps = { buckets: NonNullable<Stats['paidAmounts']>; currency: string }

/** What buyers paid for an item with pay what you want: a bar for each range of amounts. */
function PaidAmounts({ buckets, currency }: PaidAmountsProps) {
  if (buckets.length === 0) return null
  const maxSales = Math.max(...buckets.map(({ sales }) => sales))
  return (
    <figure className="min-w-0 md:col-span-2">
      <figcaption className="mb-2 text-ink-soft text-sm">What buyers paid</figcaption>
      <ul className="grid gap-1.5 text-sm">
        {buckets.map((bucket) => (
          <li
            key={bucket.from}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-1 sm:grid-cols-[9.5rem_minmax(0,1fr)_4.5rem]"
          >
            <span className="tabular-nums">{rangeText(bucket, currency)}</span>
            <span className="text-right text-ink-soft tabular-nums sm:order-last">
              {pluralize(bucket.sales, 'sale')}
            </span>
            <span aria-hidden className="h-3 max-sm:col-span-2">
              <span
                className={`block h-full rounded-[3px] ${bucket.sales === maxSales ? 'bg-brand' : 'bg-brand/45'}`}
                style={{ width: `${(bucket.sales / maxSales) * 100}%` }}
              />
            </span>
          </li>
        ))}
      </ul>
    </figure>
  )
}

function rangeText({ from, to }: PaidAmountsProps['buckets'][number], currency: string): string {
  if (to === null) return `${formatMoney(from, currency)} or more`
  if (Number(from) === 0) return `Up to ${formatMoney(to, currency)}`
  return `${formatMoney(from, currency)} to ${formatMoney(to, currency)}`
}

type BarChartProps = { title: string; values: ReadonlyArray<{ name: string; value: number }> }

/** A small bar chart. Screen readers get a one-sentence summary instead of the bars. */
function BarChart({ title, values }: BarChartProps) {
  const maxValue = Math.max(1, ...values.map(({ value }) => value))
  const total = values.reduce((sum, { value }) => sum + value, 0)
  const peak = values.find(({ value }) => value === maxValue)
  const summary = peak ? `${total} total, most on ${peak.name}: ${peak.value}` : 'None'
  return (
    <figure className="min-w-0">
      <figcaption className="mb-1.5 text-ink-soft text-sm">
        {title}
        <span className="sr-only">. {summary}</span>
      </figcaption>
      <div aria-hidden className="flex h-12 items-end gap-[2px] border-line-strong border-b">
        {total === 0 && <span className="m-auto text-ink-faint text-sm">None yet</span>}
        {values
          .filter(() => total > 0)
          .map(({ name, value }) => (
            <span
              key={name}
              title={`${name}: ${value}`}
              className="min-w-0 flex-1 rounded-t-[2px] bg-brand"
              style={{ height: value === 0 ? 0 : `${Math.max(6, (value / maxValue) * 100)}%` }}
            />
          ))}
      </div>
    </figure>
  )
}
