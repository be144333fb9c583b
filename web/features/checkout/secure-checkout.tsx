import { Lock } from 'lucide-react'

/** The notice at the right of the checkout's header. */
export function SecureCheckout() {
  return (
    <p className="flex items-center gap-2.5 text-ink-faint text-sm">
      <Lock aria-hidden className="size-4 text-brand" />
      Secure checkout
    </p>
  )
}
