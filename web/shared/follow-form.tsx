import { clsx } from 'clsx'
import { Bell } from 'lucide-react'
import { dictionary } from '../../contract/dictionary.ts'
import { screenLimits } from '../../contract/screen-limits.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

type FollowFormProps = {
  handle: string
  name: string
  email?: string
  /** The error code of the last attempt. */
  errorCode?: string | undefined
  /** `aside`: in one line, where following is not the main action of the page. */
  placement?: 'main' | 'aside'
}

/** A plain form. The response is the same for known and unknown emails, and the follower confirms by email. */
export function FollowForm({ handle, name, email = '', errorCode, placement = 'main' }: FollowFormProps) {
  const isAside = placement === 'aside'
  return (
    <form
      method="post"
      action={`/follow/${handle}`}
      className={clsx(
        'grid grid-cols-[minmax(0,1fr)] gap-3',
        isAside && 'sm:grid-cols-[minmax(0,1fr)_auto] sm:items-end',
      )}
    >
      <Field label="Your email" name="email" {...(errorCode && { error: errorMessage(errorCode) })}>
        <Input
          type="email"
          autoComplete="email"
          required
          maxLength={screenLimits.maxEmailLength}
          placeholder="you@example.com"
          defaultValue={email}
        />
      </Field>
      <Button type="submit" fullWidth={!isAside} variant={isAside ? 'secondary' : 'primary'}>
        <Bell aria-hidden />
        <span>
          Follow <span className="sr-only">{name} </span>by email
        </span>
      </Button>
    </form>
  )
}

const errorMessages: Record<string, string> = dictionary({
  invalid_input: 'Enter an email address like name@example.com',
  rate_limited: 'Too many attempts. Please wait a few minutes and try again.',
})

function errorMessage(code: string): string {
  return errorMessages[code] ?? 'That didn’t work. Please try again.'
}
