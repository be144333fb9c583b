import { SearchX } from 'lucide-react'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageNotice } from '../../ui/page-notice.tsx'

/** Nothing was bought by this link, or the link is not whole. */
export function UnknownPurchase() {
  return (
    <PageNotice
      icon={<SearchX aria-hidden />}
      tone="danger"
      title="Purchase Not Found"
      text="There is no purchase behind this link. Check that it is whole: links in e-mails are sometimes broken in two lines."
      actions={
        <>
          <LinkButton href="/lost-link">Lost your link?</LinkButton>
          <WriteToUs />
        </>
      }
    />
  )
}

export function WriteToUs() {
  return (
    <LinkButton variant="ghost" href="/feedback">
      Write to us
    </LinkButton>
  )
}
