import { Library } from 'lucide-react'
import { LinkButton } from '../../ui/link-button.tsx'

/** A link to the form that emails every access link of an address. */
export function PurchasesLink() {
  return (
    <LinkButton variant="secondary" href="/lost-link">
      <Library aria-hidden />
      <span className="max-sm:sr-only">Your purchases</span>
    </LinkButton>
  )
}
