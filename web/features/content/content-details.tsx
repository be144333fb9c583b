import { getContentStats } from '../../../contract/analytics.ts'
import type { CreatorContent } from '../../../contract/content.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { ContentReviewNotice } from '../../shared/content-review-notice.tsx'
import { ContentTakenDownNotice } from '../../shared/content-taken-down-notice.tsx'
import { QueryState } from '../../shared/query-state.tsx'
import { useSessionExpiredRedirect } from '../../shared/use-session-expired-redirect.ts'
import { BarChart } from '../../ui/bar-chart.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDate } from '../../ui/date-text.ts'
import { Disclosure } from '../../ui/disclosure.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { Funnel } from './funnel.tsx'
import { PaidAmounts } from './paid-amounts.tsx'
import { TeaserProgress } from './teaser-progress.tsx'
import { usePublishToggle } from './use-publish-toggle.ts'

/** An item's stats, file details and publish button. */
export function ContentDetails({ item }: { item: CreatorContent }) {
  const read = useApiQuery(getContentStats, { params: { id: item.id } })
  useSessionExpiredRedirect(read.error)
  return (
    <section aria-label={`Stats for ${item.title}`} className="grid gap-4 rounded-md bg-sunken p-4">
      <QueryState query={read} subject="These stats" skeleton={<ContentDetailsSkeleton />}>
        {(stats) => (
          <div className="grid items-end gap-x-8 gap-y-4 md:grid-cols-2">
            <Funnel {...stats} />
            <BarChart
              title="Views, last 30 days"
              values={stats.days.map(({ day, views }) => ({ name: formatDate(day), value: views }))}
            />
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

function publicationStatus({ status, takedownReason, unlockCount, createdAt }: CreatorContent): string {
  if (takedownReason) return `Created ${formatDate(createdAt)}.`
  if (status === 'published') return `Created ${formatDate(createdAt)}. Published.`
  return unlockCount > 0 ? 'Unpublished. Buyers keep their access.' : 'Only you can see this.'
}

function PublishToggle({ item }: { item: CreatorContent }) {
  const { label, isPending, toggle } = usePublishToggle(item)
  return (
    <Button variant="secondary" size="sm" isLoading={isPending} onClick={toggle}>
      {label}
    </Button>
  )
}

/** The file's name and checksum, for comparison with a download. */
function FileDetails({ item: { fileName, fileSha256 } }: { item: CreatorContent }) {
  if (!fileSha256) return null
  return (
    <Disclosure summary="File details">
      <p className="wrap-anywhere text-ink-faint">{fileName}</p>
      <p className="wrap-anywhere text-ink-faint">SHA-256 {fileSha256}</p>
    </Disclosure>
  )
}

function ContentDetailsSkeleton() {
  return (
    <div role="status" className="grid gap-4 md:grid-cols-2">
      <span className="sr-only">Loading stats for this item</span>
      <Skeleton shape="block" className="h-16" />
      <Skeleton shape="block" className="h-16" />
    </div>
  )
}
