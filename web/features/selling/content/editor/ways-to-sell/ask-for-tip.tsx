import { SwitchRow } from './switch-row.tsx'
import type { WaysToSellProps } from './ways-to-sell.tsx'

/** Whether the checkout asks for a tip on top of a fixed price. */
export function AskForTip({ initialValues, values }: WaysToSellProps) {
  return (
    <SwitchRow
      name="offersTip"
      label="Ask for a tip on top"
      hint="At checkout, with “None” chosen."
      isOn={values.offersTip === 'true'}
      defaultOn={initialValues.offersTip === 'true'}
    />
  )
}
