import { KeyRound, Library, Lock } from 'lucide-react'
import { getContent } from '../../../contract/content.ts'
import { getInstance } from '../../../contract/instance.ts'
import { useApiQuery } from '../../api/query.ts'
import { shareIsland } from '../../features/buying/tip-page/share.island.tsx'
import { Island } from '../../hydration/island.tsx'
import { LinkButton } from '../../ui/button.tsx'

/** A link to the form that emails every access link of an address. */
export function PurchasesLink() {
  return (
    <LinkButton variant="secondary" href="/lost-link">
      <Library aria-hidden />
      <span className="max-sm:sr-only">Your purchases</span>
    </LinkButton>
  )
}

/** A link to the keys of whoever reads the page for developers. */
export function KeysLink() {
  return (
    <LinkButton variant="secondary" href="/settings/developers">
      <KeyRound aria-hidden />
      Your keys
    </LinkButton>
  )
}

export function SecureCheckout() {
  return (
    <p className="flex items-center gap-2.5 text-ink-faint text-sm">
      <Lock aria-hidden className="size-4 text-brand" />
      Secure checkout
    </p>
  )
}

/** The share button in the header of a tip page. Hidden when there is no such item. */
export function ShareAction({ params: { id = '' } }: { params: Record<string, string> }) {
  const { data: content } = useApiQuery(getContent, { params: { id } })
  const { data: instance } = useApiQuery(getInstance)
  if (!content) return null
  const url = `${instance?.publicUrl ?? ''}${content.tipAddress}`
  return <Island island={shareIsland} props={{ id: content.id, title: content.title, url }} />
}
