import { CircleOff, TriangleAlert } from 'lucide-react'
import { LinkButton } from '../ui/button.tsx'
import { PageNotice } from '../ui/page-notice.tsx'

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

/** The link belongs to no purchase, or is incomplete. */
export function InvalidAccessLink() {
  return (
    <PageNotice
      icon={<TriangleAlert aria-hidden />}
      tone="warn"
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
