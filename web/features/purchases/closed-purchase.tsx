import { CircleOff } from 'lucide-react'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageNotice } from '../../ui/page-notice.tsx'
import { WriteToUs } from './unknown-purchase.tsx'

type ClosedPurchaseProps = {
  text: string
  token?: string
  /** A person closed it, so the money may still be asked back. */
  mayAskBack?: boolean
}

/** Refunded, disputed or closed: `text` is the sentence that says so. With the access token, the receipt is still there. */
export function ClosedPurchase({ text, token, mayAskBack = false }: ClosedPurchaseProps) {
  return (
    <PageNotice
      icon={<CircleOff aria-hidden />}
      title="This purchase is closed"
      text={text}
      actions={
        <>
          {token && mayAskBack && <LinkButton href={`/access/${token}/refund`}>Request a refund</LinkButton>}
          {token && (
            <LinkButton variant="ghost" href={`/access/${token}/receipt`}>
              Receipt
            </LinkButton>
          )}
          <WriteToUs />
        </>
      }
    />
  )
}
