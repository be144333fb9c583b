import { Check, Mail } from 'lucide-react'
import { useState } from 'react'
import { sendAccessEmail } from '../../../../contract/purchases.ts'
import { request } from '../../../api/client.ts'
import type { IslandDefinition } from '../../../hydration/island.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { toast } from '../../../ui/toast.ts'

type SendEmailProps = {
  email: string
  paymentIntentId: string
  contentId: number
  /** The payment's secret, where the page knows it. */
  headers?: Record<string, string>
}

/** Sends the link of this purchase again. After that there is nothing more to press. */
function SendEmail({ email, paymentIntentId, contentId, headers = {} }: SendEmailProps) {
  const [state, setState] = useState<'ready' | 'sending' | 'sent'>('ready')

  async function send() {
    if (state !== 'ready') return
    setState('sending')
    try {
      await request(sendAccessEmail, { body: { paymentIntentId, contentId }, headers })
      setState('sent')
      toast({ title: 'Sent', description: `Your access link is on its way to ${email}.` })
    } catch {
      setState('ready')
      toast({ title: 'Email Failed', description: 'Could not send email reminder.', tone: 'destructive' })
    }
  }
  const isSent = state === 'sent'
  const Icon = isSent ? Check : Mail
  return (
    <button
      type="button"
      disabled={isSent}
      aria-busy={state === 'sending' || undefined}
      onClick={() => void send()}
      className="flex min-h-12 w-full items-center gap-3 text-left enabled:hover:underline disabled:text-ink-soft noscript:hidden"
    >
      {state === 'sending' ? <Spinner /> : <Icon aria-hidden className="size-5 flex-none text-ink-soft" />}
      <span className="min-w-0 [overflow-wrap:anywhere]">
        {isSent ? 'Sent' : 'Send access email'} <span className="text-ink-faint text-sm">{email}</span>
      </span>
    </button>
  )
}

export const sendEmailIsland: IslandDefinition<SendEmailProps> = {
  name: 'send-email',
  entry: 'web/features/buying/access/send-email.island.tsx',
  Component: SendEmail,
}
