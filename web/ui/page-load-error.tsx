import { CloudAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { LinkButton } from './link-button.tsx'
import { PageNotice } from './page-notice.tsx'

type PageLoadErrorProps = {
  /** The URL of the page, for the retry link. */
  href: string
  icon?: ReactNode
  /** A reassurance, such as `you weren’t charged`. */
  reassurance?: string
}

/** Shown when the server could not render the page. */
export function PageLoadError({ href, icon = <CloudAlert aria-hidden />, reassurance }: PageLoadErrorProps) {
  return (
    <PageNotice
      icon={icon}
      tone="danger"
      title="We couldn’t load this page"
      description={`Something went wrong on our side${reassurance ? `, but ${reassurance}` : ''}. Please try again in a moment.`}
      actions={<LinkButton href={href}>Try Again</LinkButton>}
    />
  )
}
