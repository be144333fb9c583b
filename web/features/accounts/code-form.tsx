import { SignInCodeInput, signInWithCode, type User } from '../../../contract/accounts.ts'
import { formMessage } from '../../api/api-error.ts'
import { useApiMutation } from '../../api/query-hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { CodeField, DevMailboxNotice, ResendCodeButton } from './code-fields.tsx'
import { codeSentence } from './code-sentence.ts'
import { StepHeader } from './step-header.tsx'

type CodeFormProps = { email: string; isSent: boolean; onBack: () => void; onSignedIn: (user: User) => void }

export function CodeForm({ email, isSent, onBack, onSignedIn }: CodeFormProps) {
  const send = useApiMutation(signInWithCode, { onSuccess: onSignedIn })
  const { error } = send

  return (
    <Form
      schema={SignInCodeInput}
      onSubmit={(body) => send.mutate({ body })}
      errors={error?.fields}
      className="grid gap-5"
    >
      <StepHeader title="Enter the code" text={codeSentence({ email, isSent })} />
      <DevMailboxNotice />
      <input type="hidden" name="email" value={email} />
      <CodeField error={formMessage('code', error)} isPending={send.isPending} />
      <Button type="submit" size="lg" isLoading={send.isPending}>
        Sign In
      </Button>
      <div className="-mx-3 flex flex-wrap justify-between gap-x-4">
        <Button variant="tertiary" padding="none" className="px-3" onClick={onBack}>
          Use a different email
        </Button>
        <ResendCodeButton email={email} />
      </div>
    </Form>
  )
}
