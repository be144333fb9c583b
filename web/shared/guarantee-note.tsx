import { ShieldCheck } from 'lucide-react'
import type { GuaranteeText } from '../../contract/refund-guarantee.ts'

/** The payment note beside a pay button. A press shows the details of the guarantee; it works without a script. */
export function GuaranteeNote({ short, detail }: GuaranteeText) {
  return (
    <details className="-my-2 text-ink-faint text-sm">
      <summary className="flex min-h-11 list-none items-center gap-2 hover:text-ink [&::-webkit-details-marker]:hidden">
        <ShieldCheck aria-hidden className="size-4 shrink-0" />
        <span>
          Secure payment · <span className="underline decoration-dotted underline-offset-3">{short}</span>
        </span>
      </summary>
      <p className="pb-2">{detail}</p>
    </details>
  )
}
