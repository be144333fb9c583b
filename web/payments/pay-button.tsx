import { CircleAlert, Lock } from 'lucide-react'
import { Button } from '../ui/button.tsx'
import type { FieldErrors } from '../ui/form.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { NeedsScript, paidNote, StillLoading } from '../ui/still-loading.tsx'
import { toast } from '../ui/toast.ts'
import { emailRequired } from './buyer-email.ts'

type PayButtonProps = { label: string; amount: string; isPaying: boolean; disabled?: boolean }

/** The button that charges the card. It shows the amount and keeps its width while busy. */
export function PayButton({ label, amount, isPaying, disabled = false }: PayButtonProps) {
  return (
    <Button
      type="submit"
      size="lg"
      fullWidth
      isLoading={isPaying}
      disabled={disabled}
      padding="none"
      className="px-3"
    >
      {!isPaying && <Lock aria-hidden />}
      {isPaying ? `Paying ${amount}…` : label}
    </Button>
  )
}

export function PaymentError({ title, message }: { title: string; message: string }) {
  return (
    <p role="alert" className="flex gap-2 rounded-md bg-danger-soft px-4 py-3 text-danger">
      <CircleAlert aria-hidden className="mt-1 size-4 shrink-0" />
      <span>
        <b className="block font-semibold">{title}</b> {message}
      </span>
    </p>
  )
}

/** The toast of a missing email is in the specification. Every other error of the form is shown at its field only. */
export function showMissingEmail({ email }: FieldErrors): void {
  if (email === emailRequired.description) toast(emailRequired)
}

/** Texts of a card form that depend on what is paid for. */
export type PaymentLabels = {
  submit: string
  emailHint: string
  /** The title of a payment error, and the text when the provider gives no reason. */
  failedTitle: string
  unexpectedError: string
}

/** `amount` is formatted with its currency. */
export function purchaseLabels(amount: string): PaymentLabels {
  return {
    submit: `Complete Purchase · ${amount}`,
    emailHint: 'We’ll send your access link here. No account needed.',
    failedTitle: 'Payment Failed',
    unexpectedError: 'An unexpected error occurred. Please try again.',
  }
}

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
