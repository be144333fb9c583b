import { CreditCard, RotateCw, SearchX } from 'lucide-react'
import { checkoutPath } from '../../payments/checkout-storage.ts'
import { ContactSupportLink } from '../../shared/invalid-access-link.tsx'
import { Button } from '../../ui/button.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PageNotice } from '../../ui/page-notice.tsx'
import { Spinner } from '../../ui/spinner.tsx'

const verifyingText = 'We ask the bank whether your payment has arrived.'
export const stillProcessing =
  'Your payment is still processing. Keep this page open: it opens what you bought by itself, most often within a minute. We also mail you the link.'

/** Says what it waits for, and for how long it has taken. */
export function Verifying({ text = verifyingText, isSlow = false }: { text?: string; isSlow?: boolean }) {
  return (
    <div role="status">
      <PageNotice icon={<Spinner />} title="Verifying Your Purchase" description={text}>
        {isSlow && <p className="text-sm text-warn">This takes longer than usual. We are trying again.</p>}
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
      description="Your bank did not confirm the payment, so nothing was charged. You can try again, with this card or another."
      actions={
        <>
          <LinkButton href={checkoutPath(contentId)}>Back to checkout</LinkButton>
          <LinkButton variant="secondary" href={`/p/${contentId}`}>
            Back to the item
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
    text: 'This page opens in the browser you paid with. The link in your e-mail opens anywhere.',
  },
  { name: 'Transaction error', text: 'The payment did not go through. Then nothing was charged.' },
]

export function PurchaseNotFound({
  contentId,
  retry,
}: {
  contentId?: string
  retry?: (() => void) | undefined
}) {
  return (
    <PageNotice
      icon={<SearchX aria-hidden />}
      tone="danger"
      title="Purchase Not Found"
      description="We could not find a payment behind this page. It is one of these:"
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
              Back to the item
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
