import { Suspense } from 'react'
import type { ReleaseForEditing } from '../../../../../../contract/releases.ts'
import { formatCount } from '../../../../../ui/format.ts'
import { lazyComponent } from '../../../../../ui/lazy-component.tsx'
import { SwitchRow } from './switch-row.tsx'
import type { WaysToSellProps } from './ways-to-sell.tsx'

const ReleaseFields = lazyComponent(async () => (await import('./release-fields.tsx')).ReleaseFields)

/** A day and time before which the item is sold and not delivered. */
export function ReleaseDay(props: WaysToSellProps) {
  const { initialValues, values, item } = props
  const isOn = values.hasRelease === 'true'
  return (
    <SwitchRow
      name="hasRelease"
      label="Release day"
      hint={releaseHint(isOn, item?.releaseDay ?? null)}
      isOn={isOn}
      defaultOn={initialValues.hasRelease === 'true'}
    >
      <Suspense>
        <ReleaseFields {...props} />
      </Suspense>
    </SwitchRow>
  )
}

/** What holds now, or would hold with the switch as it is. */
function releaseHint(isOn: boolean, day: ReleaseForEditing): string {
  const usual = 'Sell now, deliver then. Earnings are on hold until that day.'
  if (!day || day.isOut || day.waitingCount === 0) return usual
  const people = day.waitingCount === 1 ? '1 person waits' : `${formatCount(day.waitingCount)} people wait`
  if (!isOn) return `${people}. Once you save, it’s out, and we email them their links.`
  const first = day.waitingCount === 1 ? 'they' : 'the first of them'
  return `${people}. Moving the day emails them. If it isn’t out by ${day.firstRefundDay}, ${first} get their money back.`
}
