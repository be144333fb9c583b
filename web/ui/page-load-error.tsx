import { CloudAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkButton } from './link-button.tsx'
import { PageNotice } from './page-notice.tsx'

type UnreachableProps = {
  /** The page itself, to be asked for again. */
  href: string
  icon?: ReactNode
  /** What a person need not fear meanwhile: `nothing was charged`. */
  reassurance?: string
}

/** In place of a page that we could not make. */
export function PageLoadError({ href, icon = <CloudAlert aria-hidden />, reassurance }: UnreachableProps) {
  return (
    <PageNotice
      icon={icon}
      tone="danger"
      title="We could not load this page"
      description={`Something went wrong on our side${reassurance ? `; ${reassurance}` : ''}. Please try again in a moment.`}
      actions={<LinkButton href={href}>Try Again</LinkButton>}
    />
  )
}
