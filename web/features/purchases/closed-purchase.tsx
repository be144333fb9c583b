import { CircleOff } from 'lucide-react'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageNotice } from '../../ui/page-notice.tsx'

/** Refunded or disputed: `text` is the sentence that says so. With the access token, the receipt is still there. */
export function ClosedPurchase({ text, token }: { text: string; token?: string }) {
  return (
    <PageNotice
      icon={<CircleOff aria-hidden />}
      title="This purchase is closed"
      text={text}
      actions={
        <>
          {token && (
            <LinkButton variant="ghost" href={`/access/${token}/receipt`}>
              Receipt
            </LinkButton>
          )}
          <LinkButton variant="ghost" href="/feedback">
            Write to us
          </LinkButton>
        </>
      }
    />
  )
}
