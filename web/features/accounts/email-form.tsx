import { requestSignInCode, SignInEmailInput } from '../../../contract/accounts.ts'
import { getInstance } from '../../../contract/instance.ts'
import { formMessage } from '../../api/api-error.ts'
import { useApiMutation, useApiQuery } from '../../api/query-hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { StepHeader } from './step-header.tsx'

/** What someone without an account can do. */
const newcomerTexts = {
  open: 'New here? We’ll create your account.',
  invited: 'New accounts are by invitation. If you’re invited, use the address of the invitation.',
  closed: 'We’re not taking new accounts right now.',
}

type EmailFormProps = { email: string; onSent: (code: { email: string; isSent: boolean }) => void }

export function EmailForm({ email, onSent }: EmailFormProps) {
  const send = useApiMutation(requestSignInCode, {
    onSuccess: ({ sent }, { body }) => onSent({ email: body.email, isSent: sent }),
  })
  const { error } = send
  const signUp = useApiQuery(getInstance).data?.signUp ?? 'open'

  return (
    <Form
      schema={SignInEmailInput}
      onSubmit={(body) => send.mutate({ body })}
      errors={error?.fields}
      className="grid gap-5"
    >
      <StepHeader title="Sign In" text={`We’ll email you a six-digit code. ${newcomerTexts[signUp]}`} />
      <Field label="Email" name="email" error={formMessage('email', error)}>
        <Input
          type="email"
          autoComplete="email webauthn"
          autoFocus
          defaultValue={email}
          placeholder="you@example.com"
        />
      </Field>
      <Button type="submit" size="lg" isLoading={send.isPending}>
        Send code
      </Button>
    </Form>
  )
}
