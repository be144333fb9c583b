import { CircleOff } from 'lucide-react'
import { LinkButton } from '../ui/link-button.tsx'
import { PageNotice } from '../ui/page-notice.tsx'
import { ContactSupportLink } from './invalid-access-link.tsx'

type ClosedPurchaseProps = {
  reason: string
  token?: string
  /** A person closed it, so the money may still be asked back. */
  canRequestRefund?: boolean
}

/** Refunded, disputed or closed: `text` is the sentence that says so. With the access token, the receipt is still there. */
export function AccessRevoked({ reason, token, canRequestRefund = false }: ClosedPurchaseProps) {
  return (
    <PageNotice
      icon={<CircleOff aria-hidden />}
      title="This purchase is closed"
      description={reason}
      actions={
        <>
          {token && canRequestRefund && (
            <LinkButton href={`/access/${token}/refund`}>Request a refund</LinkButton>
          )}
          {token && (
            <LinkButton variant="secondary" href={`/access/${token}/receipt`}>
              Receipt
            </LinkButton>
          )}
          <ContactSupportLink />
        </>
      }
    />
  )
}
