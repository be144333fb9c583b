import type { FormEvent } from 'react'
import { requestSignInCode } from '../../../../contract/accounts.ts'
import { getInstance } from '../../../../contract/instance.ts'
import { limits } from '../../../../contract/limits.ts'
import { useApiMutation, useApiQuery } from '../../../api/query.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { toast } from '../../../ui/toast.ts'

/** The form is submitted when the last digit is typed, pasted or autofilled. */
export function CodeField({ error, isPending }: { error: string | undefined; isPending: boolean }) {
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
export function DevMailboxNotice() {
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

export function ResendCodeButton({ email }: { email: string }) {
  const resend = useApiMutation(requestSignInCode, {
    onSuccess: ({ sent: isSent }) => toast(isSent ? sentToast(email) : delayedToast(email)),
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

const sentToast = (email: string) =>
  ({ title: 'Code sent', description: `We sent a new code to ${email}.`, tone: 'success' }) as const

const delayedToast = (email: string) =>
  ({
    title: 'Code not sent yet',
    description: codeSentence({ email, isSent: false }),
    tone: 'destructive',
  }) as const

/** The text of the code step. `isSent` is false while the mail server does not accept the email. */
export function codeSentence({ email, isSent }: { email: string; isSent: boolean }): string {
  if (isSent) return `We sent a six-digit code to ${email}. It expires in 10 minutes.`
  return `Our mail server isn’t responding right now. We’ll keep trying to send your code to ${email} for the next 10 minutes.`
}
