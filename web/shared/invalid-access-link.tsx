import { SearchX } from 'lucide-react'
import { LinkButton } from '../ui/link-button.tsx'
import { PageNotice } from '../ui/page-notice.tsx'

/** The link belongs to no purchase, or is incomplete. */
export function InvalidAccessLink() {
  return (
    <PageNotice
      icon={<SearchX aria-hidden />}
      tone="danger"
      title="Purchase Not Found"
      description="This link doesn’t work. It may have been cut off: try copying the whole link from your email."
      actions={
        <>
          <LinkButton href="/lost-link">Lost your link?</LinkButton>
          <ContactSupportLink />
        </>
      }
    />
  )
}

export function ContactSupportLink() {
  return (
    <LinkButton variant="secondary" href="/feedback">
      Contact us
    </LinkButton>
  )
}
