import { Check } from 'lucide-react'
import { useSearch } from 'wouter'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { screenLimits } from '../../../../contract/screen-limits.ts'
import { creatorName } from '../../../shared/content-format.ts'
import { MessageList } from '../../../shared/message-list.tsx'
import { Button } from '../../../ui/button.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { Field } from '../../../ui/field.tsx'
import { Textarea } from '../../../ui/input.tsx'

/** What the creator wrote to the buyer, and the way to answer. A plain form, so it works without a script. */
export function Messages({
  purchase: { messages, accessUrl, content, canWriteToCreator },
}: {
  purchase: PurchaseAccess
}) {
  const result = new URLSearchParams(useSearch()).get('message')
  const creator = creatorName(content) || 'the creator'
  const action = `${new URL(accessUrl).pathname}/messages`
  if (messages.length === 0 && !canWriteToCreator) return null
  if (messages.length === 0 && !result)
    return (
      <div id="messages" className="print:hidden">
        <Disclosure summary={<span className="font-semibold">Write to {creator}</span>}>
          <MessageForm action={action} creator={creator} />
        </Disclosure>
      </div>
    )
  return (
    <section id="messages" aria-labelledby="messages-title" className="grid scroll-mt-5 gap-3.5 print:hidden">
      <h2 id="messages-title" className="font-body font-semibold text-base tracking-normal">
        Messages
      </h2>
      <MessageList messages={messages} names={{ creator, buyer: 'You' }} />
      {result === 'sent' && (
        <p role="status" className="flex items-center gap-2 text-ink-soft">
          <Check aria-hidden className="size-4 shrink-0 text-brand" />
          Sent to {creator}.
        </p>
      )}
      {canWriteToCreator ? (
        <MessageForm action={action} creator={creator} problem={result === 'sent' ? null : result} />
      ) : (
        <p className="text-ink-soft">You can’t write to {creator} anymore.</p>
      )}
    </section>
  )
}

type MessageFormProps = { action: string; creator: string; problem?: string | null }

function MessageForm({ action, creator, problem = null }: MessageFormProps) {
  return (
    <form method="post" action={action} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Field
        label="Your message"
        name="text"
        hint={`${creator} gets it by email, and can answer here.`}
        {...(problem && { error: messageOf(problem) })}
      >
        <Textarea rows={3} required maxLength={screenLimits.maxMessageToPersonLength} />
      </Field>
      <Button type="submit" variant="secondary" className="justify-self-start">
        Send
      </Button>
    </form>
  )
}

function messageOf(problem: string): string {
  if (problem === 'invalid_input') return 'Write a message of up to 2,000 characters'
  if (problem === 'rate_limited') return 'You sent 20 messages today. You can write again tomorrow.'
  return 'We couldn’t send it. Please try again.'
}
