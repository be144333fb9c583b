import { CircleAlert } from 'lucide-react'
import type { FieldErrors } from '../ui/form-errors.ts'
import { toast } from '../ui/toast.ts'
import { emailRequired } from './buyer-email.ts'

/** Why a payment failed, above the button that was pressed. */
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
