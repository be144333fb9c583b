import type { ReactNode } from 'react'
import { LinkButton } from './link-button.tsx'
import { PageNotice } from './page-notice.tsx'

type NeedsProProps = {
  icon: ReactNode
  title: string
  text: string
  /** The way for those who stay as they are. */
  instead: ReactNode
}

/** In place of a page that is a part of Pro. */
export function NeedsPro({ instead, ...words }: NeedsProProps) {
  return (
    <PageNotice
      {...words}
      actions={
        <>
          <LinkButton href="/subscribe">Go Pro</LinkButton>
          {instead}
        </>
      }
    />
  )
}
