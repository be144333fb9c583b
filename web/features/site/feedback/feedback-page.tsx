import { useState } from 'react'
import { FeedbackInput, sendFeedback } from '../../../../contract/feedback.ts'
import { limits } from '../../../../contract/limits.ts'
import { site } from '../../../../contract/site.ts'
import { useApiMutation, useCurrentUser } from '../../../api/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { toast } from '../../../ui/toast.ts'

export function FeedbackPage() {
  const { data: viewer } = useCurrentUser()
  return (
    <div className="mx-auto grid max-w-[640px] gap-6 pt-8 sm:pt-12">
      <div className="grid gap-2">
        <h1 className="text-2xl">Feedback</h1>
        <p className="text-ink-soft">Found a bug? Missing something? Have an idea? We read every message.</p>
      </div>
      <Card padding="none" className="p-5 sm:p-7">
        <FeedbackForm email={viewer?.email ?? ''} isPro={viewer?.plan === 'pro' && !site().isSolo} />
      </Card>
    </div>
  )
}

const typeOptions = [
  { value: 'bug', label: 'Bug' },
  { value: 'feature', label: 'Feature' },
  { value: 'improvement', label: 'Improvement' },
  { value: 'general', label: 'General' },
]
const priorityOptions = [
  { value: 'low', label: 'Low' },
  { value: 'medium', label: 'Medium' },
  { value: 'high', label: 'High' },
  { value: 'urgent', label: 'Urgent' },
]

const requiredFields = ['type', 'subject', 'message']

function FeedbackForm({ email, isPro }: { email: string; isPro: boolean }) {
  const [formKey, setFormKey] = useState(0)
  const send = useApiMutation(sendFeedback, {
    onSuccess: () => {
      toast({
        title: 'Feedback Submitted!',
        description: isPro
          ? 'Thank you. With Pro, your message goes to the front of the queue.'
          : 'Thank you. We’ve got your message.',
        tone: 'success',
      })
      setFormKey(formKey + 1)
    },
    onError: () =>
      toast({
        title: 'Submission Failed',
        description: 'There was an error submitting your feedback. Please try again.',
        tone: 'destructive',
      }),
  })

  return (
    <Form
      key={formKey}
      schema={FeedbackInput}
      onSubmit={(body) => send.mutate({ body })}
      onInvalid={(_, typed) =>
        // A malformed email is described at its field only.
        requiredFields.some((name) => !typed[name]?.trim()) &&
        toast({
          title: 'Missing Information',
          description: 'Please fill in all required fields.',
          tone: 'destructive',
        })
      }
      errors={send.error?.fields}
      className="grid gap-5"
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Type" name="type">
          <Select options={typeOptions} defaultValue="general" />
        </Field>
        <Field label="Priority" name="priority">
          <Select options={priorityOptions} defaultValue="medium" />
        </Field>
      </div>
      <Field label="Subject" name="subject">
        <Input maxLength={limits.maxSubjectLength} />
      </Field>
      <Field label="Message" name="message">
        <Textarea rows={6} maxLength={limits.maxMessageLength} size="lg" />
      </Field>
      <Field label="Email" name="email" isOptional hint="Only used to reply to you.">
        <Input type="email" autoComplete="email" defaultValue={email} placeholder="you@example.com" />
      </Field>
      <Button type="submit" size="lg" isLoading={send.isPending}>
        Submit Feedback
      </Button>
    </Form>
  )
}
