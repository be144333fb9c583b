import { getAdminOverview } from '../../../contract/admin-overview.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import type { ResponseOf } from '../../api/types.ts'
import { useSearchParamsState } from '../../shared/use-search-params-state.ts'
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
    count: (counts: Counts) => counts.refundReviews,
  },
  { value: 'disputes', label: 'Disputes', List: DisputeList, count: (counts: Counts) => counts.disputes },
  {
    value: 'refunds',
    label: 'Failed refunds',
    List: FailedRefundList,
    count: (counts: Counts) => counts.failedRefunds,
  },
  { value: 'alerts', label: 'Alerts', List: AlertList, count: (counts: Counts) => counts.alerts },
  {
    value: 'faults',
    label: 'Jobs and emails',
    List: FailedJobList,
    count: (counts: Counts) => counts.failedJobs + counts.overdueEmails,
  },
] as const

/** `/admin/attention`: everything that needs the admin's attention. Starts with the first list that is not empty. */
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
      <view.List />
    </AdminLayout>
  )
}
