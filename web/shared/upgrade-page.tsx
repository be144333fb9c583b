import type { ReactNode } from 'react'
import { LinkButton } from '../ui/link-button.tsx'
import { PageNotice } from '../ui/page-notice.tsx'

type NeedsProProps = {
  icon: ReactNode
  title: string
  description: string
  /** The way for those who stay as they are. */
  secondaryAction: ReactNode
}

/** In place of a page that is a part of Pro. */
export function UpgradePage({ secondaryAction, ...notice }: NeedsProProps) {
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
