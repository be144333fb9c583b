import type { CreatorContent } from '../../../contract/content.ts'
import { isUnauthorized } from '../../api/api-error.ts'
import { getContentStats, listContent, setContentStatus } from '../../api/calls.ts'
import { useApiMutation, useApiQuery, useInvalidateQueries } from '../../api/query-hooks.ts'
import { ContentHeldNotice } from '../../shared/content-held-notice.tsx'
import { QueryState } from '../../shared/query-state.tsx'
import { handleSessionExpired } from '../../shared/session-expired.ts'
import { useSessionExpiredRedirect } from '../../shared/use-session-expired-redirect.ts'
import { BarChart } from '../../ui/bar-chart.tsx'
import { Button } from '../../ui/button.tsx'
import { formatDate } from '../../ui/date-text.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.ts'
import { Funnel } from './funnel.tsx'

/** An item's figures from view to sale, and its publish switch. */
export function ContentDetails({ item }: { item: CreatorContent }) {
  const read = useApiQuery(getContentStats, { params: { id: item.id } })
  useSessionExpiredRedirect(read.error)
  return (
    <section aria-label={`Stats for ${item.title}`} className="grid gap-4 rounded-md bg-sunken p-4">
      <QueryState query={read} subject="These stats" skeleton={<ContentDetailsSkeleton />}>
        {(numbers) => (
          <div className="grid items-end gap-x-8 gap-y-4 md:grid-cols-2">
            <Funnel {...numbers} />
            <BarChart
              title="Views, last 30 days"
              values={numbers.days.map(({ day, views }) => ({ name: formatDate(day), value: views }))}
            />
          </div>
        )}
      </QueryState>
      {item.takedownReason && <ContentHeldNotice reason={item.takedownReason} />}
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div className="min-w-0 text-ink-soft text-sm">
          <p>{publicationStatus(item)}</p>
          {item.fileSha256 && <p className="wrap-anywhere text-ink-faint">SHA-256 {item.fileSha256}</p>}
        </div>
        {!item.takedownReason && <PublishToggle item={item} />}
      </div>
    </section>
  )
}

function publicationStatus({ status, takedownReason, unlockCount, createdAt }: CreatorContent): string {
  if (takedownReason) return `Created ${formatDate(createdAt)}.`
  if (status === 'published') return `Created ${formatDate(createdAt)}. Published.`
  return unlockCount > 0 ? 'Unpublished. Buyers keep their access.' : 'Only you can see this.'
}

function PublishToggle({ item: { id, title, status } }: { item: CreatorContent }) {
  const refresh = useInvalidateQueries()
  const send = useApiMutation(setContentStatus, {
    whenSignedOut: 'fail',
    onSuccess: async ({ status }) => {
      const description =
        status === 'draft' ? `${title} no longer has a public page` : `${title} is available to buy`
      toast({ title: status === 'draft' ? 'Unpublished' : 'Published', description, tone: 'success' })
      await refresh(listContent)
    },
    onError: (error) => {
      if (isUnauthorized(error)) return handleSessionExpired()
      toast({ title: 'Error', description: error.userMessage, tone: 'destructive' })
    },
  })
  const next = status === 'draft' ? 'published' : 'draft'
  return (
    <Button
      variant="secondary"
      size="sm"
      isLoading={send.isPending}
      onClick={() => send.mutate({ params: { id }, body: { status: next } })}
    >
      {status === 'draft' ? 'Publish' : 'Unpublish'}
    </Button>
  )
}

function ContentDetailsSkeleton() {
  return (
    <div role="status" className="grid gap-4 md:grid-cols-2">
      <span className="sr-only">Loading stats for this item</span>
      <Skeleton className="h-16" />
      <Skeleton className="h-16" />
    </div>
  )
}
