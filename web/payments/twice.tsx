import { useRef, useState } from 'react'
import type { noteBuyerEmail } from '../../contract/checkout-email.ts'
import { send } from '../api/client.ts'
import { TextLink } from '../ui/text-link.tsx'
import { secretHeaders } from './secret.ts'

type Answer = { standing: 'new' | 'owned' | 'processing'; ownedUrl: string | null }
type Payment = { paymentIntentId: string; clientSecret: string }

/** Two presses within so many milliseconds are one double click, so the second does not answer the warning. */
const doubleClickMs = 1_000

/**
 * Keeps a person from paying twice by mistake: before the card is presented, the server is asked what this browser bought
 * or is paying for in another tab. After the warning, a second press pays. A server that does not answer blocks nobody.
 */
export function usePayTwiceGuard({ paymentIntentId, clientSecret }: Payment) {
  const [warning, setWarning] = useState<Answer>()
  const warned = useRef<{ standing: Answer['standing']; at: number }>({ standing: 'new', at: 0 })

  async function mayPay(email: string): Promise<boolean> {
    const answer = await send<typeof noteBuyerEmail>(
      { method: 'POST', path: '/api/payments/:paymentIntentId/email' },
      { params: { paymentIntentId }, body: { email }, headers: secretHeaders(clientSecret) },
    ).catch((): Answer => ({ standing: 'new', ownedUrl: null }))
    const { standing } = answer
    const isConfirmed = warned.current.standing === standing && Date.now() - warned.current.at > doubleClickMs
    const canPay = standing === 'new' || isConfirmed
    if (warned.current.standing !== standing) warned.current = { standing, at: Date.now() }
    setWarning(canPay ? undefined : answer)
    return canPay
  }

  return { mayPay, notice: warning && <PaidBefore {...warning} /> }
}

function PaidBefore({ standing, ownedUrl }: Answer) {
  const isOwned = standing === 'owned'
  return (
    // The button that was pressed may be far below it.
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
          ? 'You bought it in this browser. To buy it again, press Complete Purchase once more.'
          : 'We’ll email your access link when it goes through. To pay a second time, press Complete Purchase once more.'}
      </p>
      {ownedUrl && (
        <TextLink href={ownedUrl} className="inline-grid min-h-11 content-center justify-self-start">
          Open what you bought
        </TextLink>
      )}
    </div>
  )
}

function focusNotice(notice: HTMLElement | null): void {
  notice?.focus()
}
