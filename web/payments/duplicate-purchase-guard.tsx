import { useRef, useState } from 'react'
import { setBuyerEmail } from '../../contract/checkout-email.ts'
import { request } from '../api/client.ts'
import { TextLink } from '../ui/text-link.tsx'
import { paymentSecretHeaders } from './payment-secret.ts'

type OwnershipCheck = { ownership: 'new' | 'already_owned' | 'processing'; existingAccessUrl: string | null }
type Payment = { paymentIntentId: string; clientSecret: string }

/** A second click within this time is a double click and does not confirm the warning. */
const doubleClickMs = 1_000

/**
 * Prevents paying twice by mistake: before the payment is confirmed, asks the server what this browser bought or is
 * paying for in another tab. After the warning, a second click pays. If the server does not answer, the payment
 * proceeds.
 */
export function useDuplicatePurchaseGuard({ paymentIntentId, clientSecret }: Payment) {
  const [warning, setWarning] = useState<OwnershipCheck>()
  const lastWarning = useRef<{ ownership: OwnershipCheck['ownership']; atMs: number }>({
    ownership: 'new',
    atMs: 0,
  })

  async function checkDuplicate(email: string): Promise<boolean> {
    const check = await request(setBuyerEmail, {
      params: { paymentIntentId },
      body: { email },
      headers: paymentSecretHeaders(clientSecret),
    }).catch((): OwnershipCheck => ({ ownership: 'new', existingAccessUrl: null }))
    const { ownership } = check
    const isConfirmed =
      lastWarning.current.ownership === ownership && Date.now() - lastWarning.current.atMs > doubleClickMs
    const canPay = ownership === 'new' || isConfirmed
    if (lastWarning.current.ownership !== ownership) lastWarning.current = { ownership, atMs: Date.now() }
    setWarning(canPay ? undefined : check)
    return canPay
  }

  return { checkDuplicate, notice: warning && <DuplicatePurchaseWarning {...warning} /> }
}

function DuplicatePurchaseWarning({ ownership, existingAccessUrl }: OwnershipCheck) {
  const isOwned = ownership === 'already_owned'
  return (
    // Scrolls and focuses, because the pressed button may be far below.
    <div
      ref={focusNotice}
      role="alert"
      tabIndex={-1}
      className="grid gap-2 rounded-md bg-warn-soft px-4 py-3 text-warn"
    >
      <p className="font-semibold">
        {isOwned ? 'You already own this. Buy again?' : 'Your previous payment is still processing'}
      </p>
      <p>
        {isOwned
          ? 'You bought this in this browser. To buy it again, press Complete Purchase again.'
          : 'We’ll email your access link when it goes through. To pay a second time, press Complete Purchase again.'}
      </p>
      {existingAccessUrl && (
        <TextLink href={existingAccessUrl} className="inline-grid min-h-11 content-center justify-self-start">
          Open my purchase
        </TextLink>
      )}
    </div>
  )
}

function focusNotice(notice: HTMLElement | null): void {
  notice?.focus()
}
