import { Flag } from 'lucide-react'
import { listReportedContent } from '../../../contract/content-reports.ts'
import { useApiQuery } from '../../api/query-hooks.ts'
import { useSearchParamsState } from '../../shared/use-search-params-state.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'
import { AdminLayout } from './admin-layout.tsx'
import { AdminQueryState } from './admin-query-state.tsx'
import { ReportedContentCard } from './reported-content.tsx'

const states = ['open', 'taken_down', 'resolved'] as const
const emptyStates = {
  open: ['No open reports', 'Reports from tip pages show up here.'],
  taken_down: ['Nothing taken down', 'Items you take down stay here until you restore them.'],
  resolved: ['Nothing resolved yet', 'Reports you’ve handled show up here.'],
} as const

/** `/admin/reports`: items reported by visitors. */
export function ReportsPage() {
  const [query, setParams] = useSearchParamsState()
  const state = states.find((value) => value === query.get('state')) ?? 'open'
  const read = useApiQuery(listReportedContent, { query: { state } })
  const labelWithCount = (label: string, number: number | undefined) =>
    number ? `${label} (${number})` : label
  return (
    <AdminLayout
      title="Reports"
      description="Items you take down are unpublished. Buyers keep access unless you revoke it too."
    >
      <SegmentedControl
        label="Filter reports"
        name="state"
        value={state}
        options={[
          { value: 'open', label: labelWithCount('Open', read.data?.openCount) },
          { value: 'taken_down', label: labelWithCount('Taken down', read.data?.takenDownCount) },
          { value: 'resolved', label: 'Resolved' },
        ]}
        onChange={(next) => setParams({ state: next === 'open' ? undefined : next })}
      />
      <AdminQueryState query={read} subject="Reports">
        {({ items }) =>
          items.length === 0 ? (
            <Card>
              <EmptyState
                icon={<Flag aria-hidden />}
                title={emptyStates[state][0]}
                description={emptyStates[state][1]}
              />
            </Card>
          ) : (
            <ul className="m-0 grid list-none gap-[18px] p-0">
              {items.map((item) => (
                <li key={item.contentId}>
                  <ReportedContentCard item={item} />
                </li>
              ))}
            </ul>
          )
        }
      </AdminQueryState>
    </AdminLayout>
  )
}
