import { CircleOff } from 'lucide-react'
import { LinkButton } from '../ui/link-button.tsx'
import { PageNotice } from '../ui/page-notice.tsx'
import { ContactSupportLink } from './invalid-access-link.tsx'

type AccessRevokedProps = {
  reason: string
  token?: string
  /** The creator revoked access, so the buyer may still request a refund. */
  canRequestRefund?: boolean
}

/**
 * Access that has ended by a refund, dispute or revocation; `reason` is the message. With the access token, the
 * receipt is linked.
 */
export function AccessRevoked({ reason, token, canRequestRefund = false }: AccessRevokedProps) {
  return (
    <PageNotice
      icon={<CircleOff aria-hidden />}
      title="This purchase is no longer available"
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
