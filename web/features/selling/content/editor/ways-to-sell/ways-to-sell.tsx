import { ChevronDown } from 'lucide-react'
import { useContext, useEffect, useRef } from 'react'
import type { ContentForEditing } from '../../../../../../contract/content-editing.ts'
import { FormErrorsContext } from '../../../../../ui/field.tsx'
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

/** The fields of this block, so that it opens when one of them has an error. */
const fieldNames = ['maxCopies', 'releaseAt', 'releaseTimeZone', 'upgradeFromId', 'upgradeAmount']

/** What most items don't need. Closed until its creator opens it; the fields are in the form all the same. */
export function WaysToSell(props: WaysToSellProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const errors = useContext(FormErrorsContext)
  const hasError = fieldNames.some((name) => Object.hasOwn(errors, name))

  // A field can't get the focus while the block is closed.
  useEffect(() => {
    if (hasError && details.current) details.current.open = true
  }, [hasError])
  return (
    <details ref={details} className="group rounded-lg border border-line bg-surface px-5 sm:px-6">
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 [&::-webkit-details-marker]:hidden">
        <span className="font-semibold">More ways to sell</span>
        <ChevronDown aria-hidden className="moves size-4 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="divide-y divide-line pb-2">
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
    </details>
  )
}
