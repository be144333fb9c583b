import { Spinner } from '../ui/spinner.tsx'

/** The placeholder until the payment is ready; the server renders the same. */
export function PaymentLoading() {
  return (
    <p role="status" className="flex items-center gap-2.5 py-14 text-ink-soft">
      <Spinner className="text-brand" />
      Setting up payment...
    </p>
  )
}
