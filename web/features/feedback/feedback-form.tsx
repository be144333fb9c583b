import { useState } from 'react'
import { sendFeedback } from '../../../contract/feedback.ts'
import { limits } from '../../../contract/limits.ts'
import { useSend } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.ts'

const types = [
  { value: 'bug', label: 'Bug' },
  { value: 'feature', label: 'Feature' },
  { value: 'improvement', label: 'Improvement' },
  { value: 'general', label: 'General' },
]
const priorities = [
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
  { value: 'urgent', label: 'Urgent' },
]

export function FeedbackForm({ email }: { email: string }) {
  const [round, setRound] = useState(0)
  const send = useSend(sendFeedback, {
    done: () => {
      toast({ title: 'Feedback Submitted!', text: 'Thank you. It is with us.', tone: 'success' })
      setRound(round + 1)
    },
    failed: () =>
      toast({
        title: 'Submission Failed',
        text: 'There was an error submitting your feedback. Please try again.',
        tone: 'destructive',
      }),
  })

  return (
    <Form
      key={round}
      schema={sendFeedback.body}
      onSubmit={(body) => send.mutate({ body })}
      onInvalid={() =>
        toast({
          title: 'Missing Information',
          text: 'Please fill in all required fields.',
          tone: 'destructive',
        })
      }
      errors={send.error?.fields}
      className="grid gap-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Type" name="type">
          <Select options={types} defaultValue="general" />
        </Field>
        <Field label="Priority" name="priority">
          <Select options={priorities} defaultValue="medium" />
        </Field>
      </div>
      <Field label="Subject" name="subject">
        <Input maxLength={limits.subject} />
      </Field>
      <Field label="Message" name="message">
        <Textarea rows={6} maxLength={limits.message} className="min-h-40" />
      </Field>
      <Field label="Email" name="email" optional hint="Only to answer you.">
        <Input type="email" autoComplete="email" defaultValue={email} placeholder="you@example.com" />
      </Field>
      <Button type="submit" size="lg" busy={send.isPending}>
        Submit Feedback
      </Button>
    </Form>
  )
}
