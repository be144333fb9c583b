import { TriangleAlert } from 'lucide-react'
import type { ReplicaState } from '../../../../../contract/monitoring.ts'
import { Section } from '../../../../ui/card.tsx'
import { DescriptionList } from '../../../../ui/description-list.tsx'
import { pluralize } from '../../../../ui/format.ts'
import { useTimeFormatter } from '../../../../ui/local-time.tsx'
import { durationText } from '../format.ts'

/** The copy of REPLICATE_TO: how much of the site it has, and why something is missing. */
export function HealthReplica({ replica }: { replica: ReplicaState }) {
  const formatTime = useTimeFormatter()
  const warning = replicaWarning(replica)
  return (
    <Section
      id="replica"
      title="Copy on another disk"
      description="The database and files are copied all the time, so that a lost disk loses no sales."
    >
      {warning && (
        <p className="flex items-start gap-2">
          <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0 text-warn" />
          <span className="wrap-anywhere min-w-0">{warning}</span>
        </p>
      )}
      <DescriptionList items={replicaItems(replica, formatTime)} />
    </Section>
  )
}

/** What is wrong with the copy; undefined when nothing is. */
export function replicaWarning({
  problem,
  shouldWait,
  isWaiting,
  isStarting,
}: ReplicaState): string | undefined {
  const goesOn = shouldWait && !isWaiting && !isStarting
  const sentences = [
    ...(goesOn ? ['Sales go on without waiting for the copy.'] : []),
    ...(problem === null ? [] : [`The last attempt failed: ${problem}`]),
  ]
  return sentences.length > 0 ? sentences.join(' ') : undefined
}

type FormatTime = (iso: string) => string

export function replicaItems(
  replica: ReplicaState,
  formatTime: FormatTime,
): Array<[name: string, value: string]> {
  const { place, baseAt, filesPending } = replica
  return [
    ['Place (REPLICATE_TO)', place],
    ['Behind', lagText(replica)],
    ['Sales (REPLICATE_WAIT)', waitText(replica)],
    ['Newest whole copy of the database', baseAt ? formatTime(baseAt) : 'None yet'],
    ['Files to copy', filesPending > 0 ? pluralize(filesPending, 'file') : ''],
  ]
}

function lagText({ lagSeconds, isStarting }: ReplicaState): string {
  const text = lagSeconds < 2 ? 'Less than 2 seconds' : durationText(lagSeconds)
  return isStarting ? `${text}, just started` : text
}

function waitText({ shouldWait, isWaiting }: ReplicaState): string {
  if (!shouldWait) return 'Don’t wait. With the disk, the last seconds of them would be lost.'
  return isWaiting ? 'Wait until the copy has them' : 'Don’t wait now'
}
