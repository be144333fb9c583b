import { Flag } from 'lucide-react'
import { listReportedContent } from '../../../contract/reports.ts'
import { useRead } from '../../api/hooks.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Frame } from './frame.tsx'
import { Loaded } from './loaded.tsx'
import { ReportedItem } from './reported-item.tsx'
import { useQuery } from './use-query.ts'

const states = ['open', 'held', 'done'] as const
const empty = {
  open: ['No reports wait', 'What somebody reports from a tip page stands here.'],
  held: ['Nothing is held', 'Items you take off sale stand here until they are released.'],
  done: ['Nothing was settled yet', 'Reports you have dealt with stand here.'],
} as const

/** `/admin/reports`: what people say should not be for sale. */
export function ReportsPage() {
  const [query, change] = useQuery()
  const state = states.find((one) => one === query.get('state')) ?? 'open'
  const read = useRead(listReportedContent, { query: { state } })
  const count = (label: string, number: number | undefined) => (number ? `${label} (${number})` : label)
  return (
    <Frame
      title="Reports"
      text="A held item is off sale; its buyers keep access unless you remove it for them too."
    >
      <Segmented
        label="Which reports"
        name="state"
        value={state}
        options={[
          { value: 'open', label: count('Open', read.data?.open) },
          { value: 'held', label: count('Held', read.data?.held) },
          { value: 'done', label: 'Settled' },
        ]}
        onChange={(next) => change({ state: next === 'open' ? undefined : next })}
      />
      <Loaded read={read} what="The reports">
        {({ items }) =>
          items.length === 0 ? (
            <Card>
              <EmptyState icon={<Flag aria-hidden />} title={empty[state][0]} text={empty[state][1]} />
            </Card>
          ) : (
            <ul className="m-0 grid list-none gap-[18px] p-0">
              {items.map((item) => (
                <li key={item.contentId}>
                  <ReportedItem item={item} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Frame>
  )
}
