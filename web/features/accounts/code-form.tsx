import { requestSignInCode, signInWithCode, type User } from '../../../contract/accounts.ts'
import { getInstance } from '../../../contract/system.ts'
import { useRead, useSend } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Input } from '../../ui/input.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { toast } from '../../ui/toast.ts'
import { StepHead } from './step-head.tsx'

type CodeFormProps = { email: string; onBack: () => void; onSignedIn: (user: User) => void }

export function CodeForm({ email, onBack, onSignedIn }: CodeFormProps) {
  const send = useSend(signInWithCode, { done: onSignedIn })
  const { error } = send

  return (
    <Form
      schema={signInWithCode.body}
      onSubmit={(body) => send.mutate({ body })}
      errors={error?.fields}
      className="grid gap-5"
    >
      <StepHead title="Enter the code" text={`We sent six digits to ${email}. They work for 10 minutes.`} />
      <MailboxNote />
      <input type="hidden" name="email" value={email} />
      <Field label="Code" name="code" error={error && !error.fields.code ? error.sentence : undefined}>
        <Input
          inputMode="numeric"
          autoComplete="one-time-code"
          autoFocus
          maxLength={12}
          placeholder="123456"
          className="min-h-[60px] text-center font-[650] font-display text-2xl tracking-[0.2em]"
        />
      </Field>
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

/** On a machine of one's own nothing is really mailed: say where the mail lies. */
function MailboxNote() {
  const { data } = useRead(getInstance)
  if (!data?.mailbox) return null
  return (
    <p className="rounded-sm bg-warn-soft px-3.5 py-2.5 text-warn">
      This instance keeps its mail on disk.{' '}
      <TextLink href="/dev/mail" target="_blank" className="font-semibold text-warn">
        Open the mailbox
      </TextLink>
    </p>
  )
}

function SendAgain({ email }: { email: string }) {
  const again = useSend(requestSignInCode, {
    done: () => toast({ title: 'Code sent', text: `A new code is on its way to ${email}.`, tone: 'success' }),
    failed: (error) => toast({ title: 'Code not sent', text: error.sentence, tone: 'destructive' }),
  })
  return (
    <Button
      variant="quiet"
      className="px-3"
      busy={again.isPending}
      onClick={() => again.mutate({ body: { email } })}
    >
      Send a new code
    </Button>
  )
}
