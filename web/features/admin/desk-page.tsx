import { Card } from '../../ui/card.tsx'
import { Tabs } from '../../ui/tabs.tsx'
import { AlertList } from './alert-list.tsx'
import { DisputeList } from './dispute-list.tsx'
import { FailedRefunds } from './failed-refunds.tsx'
import { FaultList } from './fault-list.tsx'
import { Frame } from './frame.tsx'
import { useQuery } from './use-query.ts'

const views = ['alerts', 'disputes', 'refunds', 'faults'] as const
type View = (typeof views)[number]

/** `/admin/desk`: what waits for a person. */
export function DeskPage() {
  const [query, change] = useQuery()
  const view = views.find((one) => one === query.get('view')) ?? 'alerts'
  const tab = (value: View, label: string, panel: React.ReactNode) => ({
    value,
    label,
    about: label,
    panel: <Card className="overflow-clip p-0">{panel}</Card>,
  })
  return (
    <Frame
      title="Desk"
      text="What the software could not settle by itself. Everything you do here is written down."
    >
      <Tabs
        label="What is shown"
        value={view}
        onChange={(next) => change({ view: next === 'alerts' ? undefined : next, page: undefined })}
        tabs={[
          tab('alerts', 'Alerts', <AlertList />),
          tab('disputes', 'Disputes', <DisputeList />),
          tab('refunds', 'Failed refunds', <FailedRefunds />),
          tab('faults', 'Jobs and mails', <FaultList />),
        ]}
      />
    </Frame>
  )
}
