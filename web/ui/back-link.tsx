import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { TextLink } from './text-link.tsx'

/** A link to the parent page, above the heading. */
export function BackLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <TextLink
      unstyled
      href={href}
      className="moves inline-flex min-h-11 items-center gap-1.5 text-ink-soft hover:text-ink"
    >
      <ArrowLeft aria-hidden className="size-4" />
      {children}
    </TextLink>
  )
}
