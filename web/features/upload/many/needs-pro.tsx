import { Files } from 'lucide-react'
import { LinkButton } from '../../../ui/link-button.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'

export function NeedsPro() {
  return (
    <PageNotice
      icon={<Files aria-hidden />}
      title="Bulk upload is part of Pro"
      text="Many files, one form, one progress list: set the price and the details once, give each file its title, and get a tip link for each."
      actions={
        <>
          <LinkButton href="/subscribe">Go Pro</LinkButton>
          <LinkButton variant="ghost" href="/upload">
            Upload a single file
          </LinkButton>
        </>
      }
    />
  )
}
