import { ChevronDown } from 'lucide-react'
import { type FormValues, isPayWhatYouWant } from '../form-values.ts'
import { AskForTip } from './ask-for-tip.tsx'

export type WaysToSellProps = { initialValues: FormValues; values: FormValues }

/** What most items don't need. Closed until its creator opens it; the fields are in the form all the same. */
export function WaysToSell(props: WaysToSellProps) {
  // The price is the tip there.
  if (isPayWhatYouWant(props.values)) return null
  return (
    <details className="group rounded-lg border border-line bg-surface px-5 sm:px-6">
      <summary className="flex min-h-14 cursor-pointer list-none items-center justify-between gap-3 [&::-webkit-details-marker]:hidden">
        <span className="font-semibold">More ways to sell</span>
        <ChevronDown aria-hidden className="moves size-4 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="divide-y divide-line pb-2">
        <AskForTip {...props} />
      </div>
    </details>
  )
}
