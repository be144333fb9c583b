import { Check } from 'lucide-react'
import { useSearch } from 'wouter'
import { screenLimits } from '../../../../contract/screen-limits.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'

/** The access link of something free by email: a wish, which the server grants once. Works without a script. */
export function EmailLinkForm({ accessUrl }: { accessUrl: string }) {
  const query = new URLSearchParams(useSearch())
  const sentTo = query.get('sent')
  const problem = query.get('problem')
  if (sentTo)
    return (
      <p role="status" className="flex items-start gap-2 text-ink-soft [overflow-wrap:anywhere]">
        <Check aria-hidden className="mt-1 size-4 shrink-0 text-brand" />
        <span className="min-w-0">Sent to {sentTo}.</span>
      </p>
    )
  return (
    <form
      id="email-link"
      method="post"
      action={`${new URL(accessUrl).pathname}/email`}
      className="grid grid-cols-[minmax(0,1fr)] gap-3"
    >
      <Field
        label="Email me the link"
        name="email"
        isOptional
        hint="For your other devices. We use it for this one email."
        {...(problem && { error: messageOf(problem) })}
      >
        <Input
          type="email"
          autoComplete="email"
          required
          maxLength={screenLimits.maxEmailLength}
          placeholder="you@example.com"
          defaultValue={query.get('email') ?? ''}
        />
      </Field>
      <Button type="submit" variant="secondary">
        Email me the link
      </Button>
    </form>
  )
}

function messageOf(problem: string): string {
  if (problem === 'invalid_input') return 'Enter an email address like name@example.com'
  if (problem === 'rate_limited') return 'We just sent it. Check your inbox and spam folder.'
  return 'We couldn’t send it. Please try again.'
}
