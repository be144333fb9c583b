import { getAdminOverview } from '../../../contract/admin-overview.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import type { ResponseOf } from '../../api/types.ts'
import { useSearchParamsState } from '../../shared/use-search-params-state.ts'
import { Card } from '../../ui/card.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { AdminLayout } from './admin-layout.tsx'
import { AlertList } from './alert-list.tsx'
import { DisputeList } from './dispute-list.tsx'
import { FailedJobList } from './failed-job-list.tsx'
import { FailedRefundList } from './failed-refund-list.tsx'
import { RefundReviewList } from './refund-review-list.tsx'

type Counts = ResponseOf<typeof getAdminOverview>

const views = [
  {
    value: 'reviews',
    label: 'Refunds to decide',
    List: RefundReviewList,
    count: (of: Counts) => of.refundReviews,
  },
  { value: 'disputes', label: 'Disputes', List: DisputeList, count: (of: Counts) => of.disputes },
  {
    value: 'refunds',
    label: 'Failed refunds',
    List: FailedRefundList,
    count: (of: Counts) => of.failedRefunds,
  },
  { value: 'alerts', label: 'Alerts', List: AlertList, count: (of: Counts) => of.alerts },
  {
    value: 'faults',
    label: 'Jobs and emails',
    List: FailedJobList,
    count: (of: Counts) => of.failedJobs + of.overdueEmails,
  },
] as const

/** `/admin/attention`: everything that needs the admin's attention. It starts with the first list that has something. */
export function WorkQueuePage() {
  const [query, setParams] = useSearchParamsState()
  const { data: counts } = useApiQuery(getAdminOverview)
  const firstNonEmptyView = counts && views.find(({ count }) => count(counts) > 0)
  const view = views.find(({ value }) => value === query.get('view')) ?? firstNonEmptyView ?? views[3]
  const options = views.map(({ value, label, count }) => {
    const number = counts ? count(counts) : 0
    return { value, label: number > 0 ? `${label} (${number})` : label }
  })
  return (
    <AdminLayout
      title="Needs attention"
      description="Issues that need a person to sort out. Everything you do here is logged."
      action={
        <Field label="Show" className="w-full sm:w-60">
          <Select
            options={options}
            value={view.value}
            onChange={({ target }) => setParams({ view: target.value, page: undefined })}
          />
        </Field>
      }
    >
      <Card className="overflow-clip p-0">
        <view.List />
      </Card>
    </AdminLayout>
  )
}
