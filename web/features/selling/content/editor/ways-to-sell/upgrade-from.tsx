import { Suspense } from 'react'
import { lazyComponent } from '../../../../../ui/lazy-component.tsx'
import { SwitchRow } from './switch-row.tsx'
import type { WaysToSellProps } from './ways-to-sell.tsx'

const UpgradeFields = lazyComponent(async () => (await import('./upgrade-fields.tsx')).UpgradeFields)

/** Whether owners of another item pay only the difference. */
export function UpgradeFrom(props: WaysToSellProps) {
  const { initialValues, values } = props
  return (
    <SwitchRow
      name="isUpgrade"
      label="Upgrade from another item"
      hint="Its owners pay only the difference."
      isOn={values.isUpgrade === 'true'}
      defaultOn={initialValues.isUpgrade === 'true'}
    >
      <Suspense>
        <UpgradeFields {...props} />
      </Suspense>
    </SwitchRow>
  )
}
