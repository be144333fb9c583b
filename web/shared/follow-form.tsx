import { Bell } from 'lucide-react'
import { limits } from '../../contract/limits.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

type FollowFormProps = {
  handle: string
  name: string
  email?: string
  /** The error code of the last attempt. */
  errorCode?: string | undefined
  /** `secondary` where following is not what the page is for. */
  variant?: 'primary' | 'secondary'
}

/** A plain form. The answer is the same for known and unknown addresses, and the address has to confirm. */
export function FollowForm({ handle, name, email = '', errorCode, variant = 'primary' }: FollowFormProps) {
  return (
    <form method="post" action={`/follow/${handle}`} className="grid gap-3">
      <Field label="Your email" name="email" {...(errorCode && { error: errorMessage(errorCode) })}>
        <Input
          type="email"
          autoComplete="email"
          required
          maxLength={limits.maxEmailLength}
          placeholder="you@example.com"
          defaultValue={email}
        />
      </Field>
      <Button type="submit" fullWidth variant={variant}>
        <Bell aria-hidden />
        <span>
          Follow <span className="sr-only">{name} </span>by email
        </span>
      </Button>
    </form>
  )
}

const errorMessages: Record<string, string> = {
  invalid_input: 'Enter an email address like name@example.com',
  rate_limited: 'Too many attempts. Please wait a few minutes and try again.',
}

function errorMessage(code: string): string {
  return errorMessages[code] ?? 'That didn’t work. Please try again.'
}
