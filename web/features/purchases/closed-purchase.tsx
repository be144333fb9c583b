import { CircleOff } from 'lucide-react'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageNotice } from '../../ui/page-notice.tsx'

/** Refunded or disputed: `text` is the sentence that says so. */
export function ClosedPurchase({ text }: { text: string }) {
  return (
    <PageNotice
      icon={<CircleOff aria-hidden />}
      title="This purchase is closed"
      text={text}
      actions={
        <LinkButton variant="ghost" href="/feedback">
          Write to us
        </LinkButton>
      }
    />
  )
}
