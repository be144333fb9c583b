import { requestSignInCode } from '../../../contract/accounts.ts'
import { sentenceAt } from '../../api/api-error.ts'
import { useSend } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { StepHead } from './step-head.tsx'

type EmailFormProps = { email: string; onSent: (code: { email: string; isSent: boolean }) => void }

export function EmailForm({ email, onSent }: EmailFormProps) {
  const send = useSend(requestSignInCode, {
    done: ({ sent }, { body }) => onSent({ email: body.email, isSent: sent }),
  })
  const { error } = send

  return (
    <Form
      schema={requestSignInCode.body}
      onSubmit={(body) => send.mutate({ body })}
      errors={error?.fields}
      className="grid gap-5"
    >
      <StepHead
        title="Sign In"
        text="We mail you a six-digit code. The first time, that makes your account too."
      />
      <Field label="E-mail" name="email" error={sentenceAt('email', error)}>
        <Input
          type="email"
          autoComplete="email webauthn"
          autoFocus
          defaultValue={email}
          placeholder="you@example.com"
        />
      </Field>
      <Button type="submit" size="lg" busy={send.isPending}>
        Send code
      </Button>
    </Form>
  )
}
