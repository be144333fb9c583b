import { LinkButton } from '../ui/button.tsx'
import { PageNotice } from '../ui/page-notice.tsx'
import { DryPond } from './dry-pond.tsx'

/** An item that is not available. `purchasePrompt` tells buyers that the link in their email still works. */
export function ContentNotFound({ purchasePrompt }: { purchasePrompt: string }) {
  return (
    <PageNotice
      drawing={<DryPond className="w-60" />}
      title="Content Not Found"
      description={`The creator may have removed it, or the link may be incomplete. ${purchasePrompt} The link in your email still works.`}
      actions={
        <>
          <LinkButton href="/">Go to home page</LinkButton>
          <LinkButton variant="secondary" href="/lost-link">
            Lost your link?
          </LinkButton>
        </>
      }
    />
  )
}
