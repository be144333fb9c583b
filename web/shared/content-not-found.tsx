import { PackageOpen } from 'lucide-react'
import { LinkButton } from '../ui/link-button.tsx'
import { PageNotice } from '../ui/page-notice.tsx'

/** An item that is not available. `purchasePrompt` tells buyers that the link in their email still works. */
export function ContentNotFound({ purchasePrompt }: { purchasePrompt: string }) {
  return (
    <PageNotice
      icon={<PackageOpen aria-hidden />}
      title="Content Not Found"
      description={`It may have been taken down by its creator, or the link is not whole. ${purchasePrompt} The link in your e-mail still works.`}
      actions={
        <>
          <LinkButton href="/">Go to the start page</LinkButton>
          <LinkButton variant="secondary" href="/lost-link">
            Lost your link?
          </LinkButton>
        </>
      }
    />
  )
}
