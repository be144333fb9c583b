import { Spinner } from '../ui/spinner.tsx'
import { NeedsScript, paidNote, StillLoading } from '../ui/still-loading.tsx'

/** The placeholder until the payment is ready; the server renders the same. */
export function PaymentLoading() {
  return (
    <>
      <div className="grid gap-2 py-14 text-ink-soft noscript:hidden">
        <p role="status" className="flex items-center gap-2.5">
          <Spinner className="text-brand" />
          Setting up payment...
        </p>
        <StillLoading note={paidNote} />
      </div>
      <NeedsScript what="Card payments need" note={paidNote} />
    </>
  )
}
