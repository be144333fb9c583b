import { Check, Mail } from 'lucide-react'
import { sendAccessEmail, type Unlocked } from '../../../contract/purchases.ts'
import { useSend } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

type SendAccessEmailProps = { unlocked: Unlocked; headers: Record<string, string> }

export function SendAccessEmail({ unlocked: { content, purchase }, headers }: SendAccessEmailProps) {
  const send = useSend(sendAccessEmail, {
    done: () => toast({ title: 'Sent', text: `Your access link is on its way to ${purchase.email}.` }),
    failed: () =>
      toast({ title: 'Email Failed', text: 'Could not send email reminder.', tone: 'destructive' }),
  })
  const body = { paymentIntentId: purchase.paymentIntentId, contentId: content.id }
  if (send.isSuccess) {
    return (
      <Button variant="ghost" disabled>
        <Check aria-hidden />
        Sent
      </Button>
    )
  }
  return (
    <Button variant="ghost" busy={send.isPending} onClick={() => send.mutate({ body, headers })}>
      {!send.isPending && <Mail aria-hidden />}
      Send access email
    </Button>
  )
}
