import type { ContentForEditing } from '../../../../../../contract/content-editing.ts'
import { type FormValues, isFree, isPayWhatYouWant } from '../form-values.ts'
import { AskForTip } from './ask-for-tip.tsx'
import { LimitCopies } from './limit-copies.tsx'
import { ReleaseDay } from './release-day.tsx'
import { UpgradeFrom } from './upgrade-from.tsx'

export type WaysToSellProps = {
  initialValues: FormValues
  values: FormValues
  currency: string
  /** Undefined for a new item. */
  item?: ContentForEditing
}

export const waysToSellNames = ['maxCopies', 'releaseAt', 'releaseTimeZone', 'upgradeFromId', 'upgradeAmount']

/** What most items don't need. */
export function WaysToSell(props: WaysToSellProps) {
  return (
    <div className="-my-3 divide-y divide-line">
      <LimitCopies {...props} />
      <ReleaseDay {...props} />
      {/* With pay what you want the price is the tip, and what is free has no checkout. */}
      {!isPayWhatYouWant(props.values) && !isFree(props.values) && (
        <>
          <AskForTip {...props} />
          <UpgradeFrom {...props} />
        </>
      )}
    </div>
  )
}
