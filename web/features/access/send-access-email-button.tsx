import { Check, Mail } from 'lucide-react'
import { type PurchaseAccess, sendAccessEmail } from '../../../contract/purchases.ts'
import { useApiMutation } from '../../api/query-hooks.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'

type SendAccessEmailButtonProps = { access: PurchaseAccess; headers: Record<string, string> }

export function SendAccessEmailButton({
  access: { content, purchase },
  headers,
}: SendAccessEmailButtonProps) {
  const send = useApiMutation(sendAccessEmail, {
    onSuccess: () =>
      toast({ title: 'Sent', description: `Your access link is on its way to ${purchase.email}.` }),
    onError: () =>
      toast({ title: 'Email Failed', description: 'Could not send email reminder.', tone: 'destructive' }),
  })
  const body = { paymentIntentId: purchase.paymentIntentId, contentId: content.id }
  if (send.isSuccess) {
    return (
      <Button variant="secondary" disabled>
        <Check aria-hidden />
        Sent
      </Button>
    )
  }
  return (
    <Button variant="secondary" isLoading={send.isPending} onClick={() => send.mutate({ body, headers })}>
      {!send.isPending && <Mail aria-hidden />}
      Send access email
    </Button>
  )
}
