import { useEffect, useRef, useState } from 'react'
import { MessageInput } from '../../../../contract/messages.ts'
import { type SaleDetail, writeToBuyer } from '../../../../contract/sales.ts'
import { screenLimits } from '../../../../contract/screen-limits.ts'
import { MessageList } from '../../../shared/message-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Textarea } from '../../../ui/input.tsx'
import { toast } from '../../../ui/toast.ts'
import { useSaleAction } from './sale-ledger-section.tsx'

/** What the creator and the buyer wrote to each other, and a field for the next message. */
export function SaleMessagesSection({ sale }: { sale: SaleDetail }) {
  const { id, access, buyerEmail, supporterName, messages } = sale
  const [formKey, setFormKey] = useState(0)
  const send = useSaleAction(writeToBuyer, {
    errorTitle: 'Couldn’t send it',
    onSuccess: () => {
      toast({ title: 'Sent', description: whereItIsRead(buyerEmail), tone: 'success' })
      setFormKey((key) => key + 1)
    },
  })
  const section = useRef<HTMLElement>(null)
  // The email about the sale links to the field.
  useEffect(() => {
    if (location.hash === '#thanks') section.current?.querySelector('textarea')?.focus()
  }, [])
  if (access === 'revoked' && messages.length === 0) return null
  const hasThanked = messages.some(({ sender }) => sender === 'creator')
  return (
    <section ref={section} id="thanks" aria-labelledby="sale-messages" className="grid gap-3">
      <h3 id="sale-messages" className="text-lg">
        {hasThanked ? 'Messages' : 'Say thanks'}
      </h3>
      <MessageList messages={messages} names={{ creator: 'You', buyer: supporterName || 'The buyer' }} />
      {access === 'active' && (
        <Form
          key={formKey}
          schema={MessageInput}
          onSubmit={(body) => send.isPending || send.mutate({ params: { id }, body })}
          errors={send.error?.fields}
          className="grid gap-3"
        >
          <Field
            label="Your message"
            name="text"
            hint={`${whereItIsRead(buyerEmail)} They don’t see your address.`}
          >
            <Textarea rows={3} maxLength={screenLimits.maxMessageToPersonLength} />
          </Field>
          <Button type="submit" variant="secondary" isLoading={send.isPending} className="justify-self-start">
            {hasThanked ? 'Send' : 'Say thanks'}
          </Button>
        </Form>
      )}
    </section>
  )
}

function whereItIsRead(buyerEmail: string): string {
  return buyerEmail
    ? 'The buyer gets it by email and on their page.'
    : 'The buyer gave no email address. They’ll see it on their page.'
}
