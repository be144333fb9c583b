import { useRef, useState } from 'react'
import type { sendLostLinks } from '../../contract/aftercare.ts'
import type { noteBuyerEmail } from '../../contract/checkout-email.ts'
import { send } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { toast } from '../ui/toast.ts'
import { secretHeaders } from './secret.ts'

type Standing = 'new' | 'owned' | 'processing'
type Payment = { paymentIntentId: string; clientSecret: string }

/** Milliseconds in which a second press is no answer to what was just said, but half of a double click. */
const doubleClick = 1_000

/**
 * Keeps a person from paying twice by mistake: before the card is presented, the server is asked what the address has bought.
 * Told once, a second press pays. A server that does not answer keeps nobody from paying.
 */
export function usePayTwiceGuard({ paymentIntentId, clientSecret }: Payment) {
  const [told, setTold] = useState<{ email: string; standing: Standing }>()
  const agreed = useRef({ to: '', at: 0 })

  async function mayPay(email: string): Promise<boolean> {
    const { standing } = await send<typeof noteBuyerEmail>(
      { method: 'POST', path: '/api/payments/:paymentIntentId/email' },
      { params: { paymentIntentId }, body: { email }, headers: secretHeaders(clientSecret) },
    ).catch(() => ({ standing: 'new' as const }))
    const to = `${standing} ${email}`
    const agrees = agreed.current.to === to && Date.now() - agreed.current.at > doubleClick
    const goesOn = standing === 'new' || agrees
    if (agreed.current.to !== to) agreed.current = { to, at: Date.now() }
    setTold(goesOn ? undefined : { email, standing })
    return goesOn
  }

  return { mayPay, notice: told && <PaidBefore {...told} /> }
}

function PaidBefore({ email, standing }: { email: string; standing: Standing }) {
  const owned = standing === 'owned'
  return (
    // The button that was pressed may stand far below it.
    <div
      ref={bringIntoSight}
      role="alert"
      tabIndex={-1}
      className="grid gap-2 rounded-md bg-warn-soft px-4 py-3 text-warn"
    >
      <p className="font-semibold">
        {owned ? 'You already own this. Buy again?' : 'Your previous payment is still processing'}
      </p>
      <p>
        {owned
          ? 'Somebody with this e-mail address has bought it. Have the link mailed, or press Complete Purchase once more to buy it again.'
          : 'We mail the link to this address as soon as it has arrived. To pay a second time, press Complete Purchase once more.'}
      </p>
      {owned && <MailLink email={email} />}
    </div>
  )
}

function bringIntoSight(notice: HTMLElement | null): void {
  notice?.focus()
}

function MailLink({ email }: { email: string }) {
  const [state, setState] = useState<'rest' | 'busy' | 'sent'>('rest')

  async function mail() {
    setState('busy')
    try {
      await send<typeof sendLostLinks>(
        { method: 'POST', path: '/api/purchase/lost-links' },
        { body: { email } },
      )
      setState('sent')
    } catch {
      setState('rest')
      toast({ title: 'Email Failed', text: 'Could not send email reminder.', tone: 'destructive' })
    }
  }

  if (state === 'sent') return <p className="font-semibold">Sent. Look in your inbox, also under spam.</p>
  return (
    <Button
      variant="ghost"
      busy={state === 'busy'}
      onClick={() => void mail()}
      className="justify-self-start text-ink"
    >
      Mail me my link
    </Button>
  )
}
