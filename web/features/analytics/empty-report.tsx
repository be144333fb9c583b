import { ChartLine } from 'lucide-react'
import type { AnalyticsReport } from '../../../contract/analytics-report.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LinkButton } from '../../ui/link-button.tsx'

type EmptyReportProps = {
  report: Pick<AnalyticsReport, 'item' | 'countedSince'>
  onShowAllItems: () => void
}

/** Whether the range has no views, checkouts, sales or refunds. */
export function isEmptyReport({ total }: Pick<AnalyticsReport, 'total'>): boolean {
  const { views, checkouts, sales, earned, refunded } = total
  return views + checkouts + sales + earned + refunded === 0
}

/** Replaces a report in which every number would be zero. */
export function EmptyReport({ report: { item, countedSince }, onShowAllItems }: EmptyReportProps) {
  return (
    <Card padding="none">
      <EmptyState
        icon={<ChartLine aria-hidden />}
        title={countedSince === null && !item ? 'No visits yet' : 'No activity in this period'}
        description={emptyText(item?.title, countedSince)}
        action={
          item ? (
            <Button variant="secondary" onClick={onShowAllItems}>
              Show all items
            </Button>
          ) : (
            <LinkButton href="/dashboard#content">Share a link</LinkButton>
          )
        }
      />
    </Card>
  )
}

function emptyText(title: string | undefined, countedSince: string | null): string {
  if (title !== undefined)
    return `“${title}” had no visits and no sales on these dates. Choose other dates, or look at all items.`
  if (countedSince === null)
    return 'Share a link. You’ll see here where visitors come from and what they buy.'
  return 'Your tip pages had no visits and no sales on these dates. Choose other dates, or share a link again.'
}
