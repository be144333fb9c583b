import type { Waiting } from '../../../contract/admin-health.ts'
import { Badge } from '../../ui/badge.tsx'
import { formatCount } from '../../ui/count-text.ts'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { Section } from '../../ui/section.tsx'
import { durationText, waitingLabels } from './health-text.ts'

/** Each kind of work that waits, and whether it is late. */
export function HealthWaiting({ waiting }: { waiting: Array<Waiting> }) {
  return (
    <Section id="waiting" title="What waits" description="Everything here should take less than two minutes.">
      <DataTable label="What waits" columns={columns} rows={waiting} rowKey={({ kind }) => kind} />
    </Section>
  )
}

const columns: Array<Column<Waiting>> = [
  {
    name: 'Work',
    cell: ({ kind }) => <span className="font-semibold">{waitingLabels[kind]}</span>,
    isRowHeader: true,
  },
  { name: 'Waiting', cell: ({ count }) => formatCount(count), isNumeric: true },
  {
    name: 'Oldest',
    cell: ({ oldestSeconds }) => (oldestSeconds === 0 ? '–' : durationText(oldestSeconds)),
    isNumeric: true,
  },
  {
    name: 'State',
    cell: ({ isLate }) => <Badge tone={isLate ? 'danger' : 'plain'}>{isLate ? 'Late' : 'On time'}</Badge>,
  },
]
