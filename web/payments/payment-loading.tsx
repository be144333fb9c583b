import { Spinner } from '../ui/spinner.tsx'

/** Drawn by the server, and again by the script, until the payment is open. */
export function PaymentLoading() {
  return (
    <p role="status" className="flex items-center gap-2.5 py-14 text-ink-soft">
      <Spinner className="text-brand" />
      Setting up payment...
    </p>
  )
}
