import type { FormEvent, ReactNode } from 'react'
import {
  requestSignInCode,
  SignInCodeInput,
  signInWithCode,
  type User,
} from '../../../../contract/accounts.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { limits } from '../../../../contract/limits.ts'
import { formMessage } from '../../../api/client.ts'
import { useApiMutation, useApiQuery } from '../../../api/query.ts'
import { browserTimeZone } from '../../../shared/browser-time-zone.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Input } from '../../../ui/input.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { toast } from '../../../ui/toast.ts'

/** The form is submitted when the last digit is typed, pasted or autofilled. */
function CodeField({ error, isPending }: { error: string | undefined; isPending: boolean }) {
  function submitWhenComplete({ currentTarget: { value, form } }: FormEvent<HTMLInputElement>) {
    const digits = value.replace(/[\s-]/g, '')
    if (!isPending && digits.length === limits.signInCodeLength && /^\d+$/.test(digits)) form?.requestSubmit()
  }

  return (
    <Field label="Code" name="code" error={error}>
      <Input
        inputMode="numeric"
        onInput={submitWhenComplete}
        autoComplete="one-time-code"
        autoFocus
        maxLength={12}
        placeholder="••••••"
        className="min-h-[60px] text-center font-[650] font-display text-2xl tracking-[0.2em] placeholder:font-normal placeholder:text-line-strong"
      />
    </Field>
  )
}

/** A local instance sends no emails; the notice links to its mailbox. */
function DevMailboxNotice() {
  const { data } = useApiQuery(getInstance)
  if (!data?.hasDevMailbox) return null
  return (
    <p className="rounded-sm bg-warn-soft px-3.5 py-2.5 text-warn">
      Emails from this site stay on this computer.{' '}
      <TextLink href="/dev/mail" target="_blank" tone="warn" className="font-semibold">
        Open mailbox
      </TextLink>
      . The first time in this browser, use the link in your terminal.
    </p>
  )
}

type SignInCodeFormProps = {
  email: string
  heading?: ReactNode
  submitLabel: string
  secondaryAction?: ReactNode
  onSignedIn: (user: User) => void
}

export function SignInCodeForm({
  email,
  heading,
  submitLabel,
  secondaryAction,
  onSignedIn,
}: SignInCodeFormProps) {
  const send = useApiMutation(signInWithCode, { onSuccess: onSignedIn })
  const { error, isPending } = send
  return (
    <Form
      schema={SignInCodeInput}
      onSubmit={(body) => send.mutate({ body: { ...body, timeZone: browserTimeZone() } })}
      errors={error?.fields}
      className="grid gap-5"
    >
      {heading}
      <DevMailboxNotice />
      <input type="hidden" name="email" value={email} />
      <CodeField error={formMessage('code', error)} isPending={isPending} />
      <Button type="submit" size="lg" isLoading={isPending}>
        {submitLabel}
      </Button>
      <div className="-mx-3 flex flex-wrap justify-between gap-x-4">
        {secondaryAction}
        <ResendCodeButton email={email} />
      </div>
    </Form>
  )
}

function ResendCodeButton({ email }: { email: string }) {
  const resend = useApiMutation(requestSignInCode, {
    onSuccess: ({ sent }) =>
      sent
        ? toast({ title: 'Code sent', description: `We sent a new code to ${email}.`, tone: 'success' })
        : toast({
            title: 'Code not sent yet',
            description: codeSentence({ email, isSent: false }),
            tone: 'destructive',
          }),
    onError: (error) =>
      toast({ title: 'Couldn’t send the code', description: error.userMessage, tone: 'destructive' }),
  })
  return (
    <Button
      variant="tertiary"
      padding="none"
      className="px-3"
      isLoading={resend.isPending}
      onClick={() => resend.mutate({ body: { email } })}
    >
      Send a new code
    </Button>
  )
}

/** The text of the code step. `isSent` is false while the mail server does not accept the email. */
export function codeSentence({ email, isSent }: { email: string; isSent: boolean }): string {
  if (isSent) return `We sent a six-digit code to ${email}. It expires in 10 minutes.`
  return `Our mail server isn’t responding right now. We’ll keep trying to send your code to ${email} for the next 10 minutes.`
}
