import type { ReactNode } from 'react'
import { LinkButton } from '../ui/link-button.tsx'
import { PageNotice } from '../ui/page-notice.tsx'

type UpgradePageProps = {
  icon: ReactNode
  title: string
  description: string
  /** The alternative to upgrading. */
  secondaryAction: ReactNode
}

/** Shown instead of a page that needs Pro. */
export function UpgradePage({ secondaryAction, ...notice }: UpgradePageProps) {
  return (
    <PageNotice
      {...notice}
      actions={
        <>
          <LinkButton href="/subscribe">Go Pro</LinkButton>
          {secondaryAction}
        </>
      }
    />
  )
}
