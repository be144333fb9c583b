import { CreditCard, RotateCw, TriangleAlert } from 'lucide-react'
import { checkoutPath } from '../../../payments/checkout.ts'
import { ContactSupportLink } from '../../../shared/access-states.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { PageNotice } from '../../../ui/page-notice.tsx'
import { WaitingRing } from '../../../ui/spinner.tsx'

const verifyingText = 'We’re confirming your payment with your bank. Keep this page open.'
export const stillProcessingText =
  'Your payment is still processing. This usually takes less than a minute. Keep this page open, or use the link we’ll email you.'

/** Shown while the payment is verified. `isSlow` adds that it takes longer than usual. */
export function Verifying({ text = verifyingText, isSlow = false }: { text?: string; isSlow?: boolean }) {
  return (
    <div role="status">
      <PageNotice drawing={<WaitingRing />} title="Verifying Your Purchase" description={text}>
        {isSlow && (
          <p className="text-sm text-warn">This is taking longer than usual. We’re still checking.</p>
        )}
      </PageNotice>
    </div>
  )
}

export function PaymentFailed({ contentId }: { contentId: string }) {
  return (
    <PageNotice
      icon={<CreditCard aria-hidden />}
      tone="danger"
      title="Payment Failed"
      description="Your bank didn’t approve the payment, so you weren’t charged. Try again with this card or another one."
      actions={
        <>
          <LinkButton href={checkoutPath(contentId)}>Back to checkout</LinkButton>
          <LinkButton variant="secondary" href={`/p/${contentId}`}>
            Back to item
          </LinkButton>
        </>
      }
    />
  )
}

const possibleReasons = [
  { name: 'Still processing', text: 'Some banks take a few minutes. Try again in a moment.' },
  {
    name: 'Link expired',
    text: 'This page only works in the browser you paid with. The link in your email works anywhere.',
  },
  { name: 'Transaction error', text: 'If the payment didn’t go through, you weren’t charged.' },
]

type PurchaseNotFoundProps = { contentId?: string; retry?: (() => void) | undefined }

export function PurchaseNotFound({ contentId, retry }: PurchaseNotFoundProps) {
  return (
    <PageNotice
      icon={<TriangleAlert aria-hidden />}
      tone="warn"
      title="Purchase Not Found"
      description="We couldn’t find this purchase. Here’s what may have happened:"
      actions={
        <>
          {retry && (
            <Button onClick={retry}>
              <RotateCw aria-hidden />
              Try Again
            </Button>
          )}
          {contentId && (
            <LinkButton variant="secondary" href={`/p/${contentId}`}>
              Back to item
            </LinkButton>
          )}
          <LinkButton variant="secondary" href="/lost-link">
            Lost your link?
          </LinkButton>
          <ContactSupportLink />
        </>
      }
    >
      <dl className="grid gap-3 rounded-md border border-line bg-surface p-5 text-left">
        {possibleReasons.map(({ name, text }) => (
          <div key={name}>
            <dt className="font-semibold">{name}</dt>
            <dd className="text-ink-soft">{text}</dd>
          </div>
        ))}
      </dl>
    </PageNotice>
  )
}
