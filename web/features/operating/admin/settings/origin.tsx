import type { SettingState } from '../../../../../contract/instance-settings.ts'
import { LocalTime } from '../../../../ui/local-time.tsx'

/** Who changed a setting and when, or which variable sets it. */
export function Origin({ state: { lockedBy, changedBy, changedAt } }: { state: SettingState }) {
  if (lockedBy)
    return (
      <>
        Set by <code>{lockedBy}</code> in the environment, so it can’t be changed here.
      </>
    )
  if (!changedBy || !changedAt) return null
  return (
    <>
      Changed by {changedBy} on <LocalTime iso={changedAt} />.
    </>
  )
}
