import { TriangleAlert } from 'lucide-react'
import { LinkButton } from '../ui/button.tsx'
import { PageNotice } from '../ui/page-notice.tsx'

/** The page of an email's link that leads nowhere; `description` says what may have happened and what to do. */
export function LinkEnded({ description }: { description: string }) {
  return (
    <PageNotice
      icon={<TriangleAlert aria-hidden />}
      tone="warn"
      title="This link doesn’t work anymore"
      description={description}
      actions={<LinkButton href="/">Go to home page</LinkButton>}
    />
  )
}
