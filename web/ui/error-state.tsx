import { CloudAlert, RotateCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button, LinkButton } from './button.tsx'
import { IconTile } from './icon-tile.tsx'
import { PageNotice } from './page-notice.tsx'

type ErrorStateProps = { title: string; description?: ReactNode; onRetry?: () => void; children?: ReactNode }

/** An error: what happened, what to do, and a retry or a link. */
export function ErrorState({ title, description, onRetry, children }: ErrorStateProps) {
  return (
    <div role="alert" className="grid justify-items-center gap-3 px-6 py-14 text-center">
      <IconTile tone="danger">
        <CloudAlert aria-hidden />
      </IconTile>
      <h2 className="text-xl">{title}</h2>
      {description && <p className="max-w-[30em] text-ink-soft">{description}</p>}
      {onRetry && (
        <Button variant="secondary" onClick={onRetry} className="mt-2">
          <RotateCw aria-hidden />
          Try Again
        </Button>
      )}
      {children}
    </div>
  )
}

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
