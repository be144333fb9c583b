import { signInWithCode, type User } from '../../../contract/accounts.ts'
import { sentenceAt } from '../../api/api-error.ts'
import { useSend } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Form } from '../../ui/form.tsx'
import { CodeField, MailboxNote, SendAgain } from './code-parts.tsx'
import { codeSentence } from './code-words.ts'
import { StepHead } from './step-head.tsx'

type CodeFormProps = { email: string; isSent: boolean; onBack: () => void; onSignedIn: (user: User) => void }

export function CodeForm({ email, isSent, onBack, onSignedIn }: CodeFormProps) {
  const send = useSend(signInWithCode, { done: onSignedIn })
  const { error } = send

  return (
    <Form
      schema={signInWithCode.body}
      onSubmit={(body) => send.mutate({ body })}
      errors={error?.fields}
      className="grid gap-5"
    >
      <StepHead title="Enter the code" text={codeSentence({ email, isSent })} />
      <MailboxNote />
      <input type="hidden" name="email" value={email} />
      <CodeField error={sentenceAt('code', error)} isPending={send.isPending} />
      <Button type="submit" size="lg" busy={send.isPending}>
        Sign In
      </Button>
      <div className="-mx-3 flex flex-wrap justify-between gap-x-4">
        <Button variant="quiet" className="px-3" onClick={onBack}>
          Use another e-mail
        </Button>
        <SendAgain email={email} />
      </div>
    </Form>
  )
}
