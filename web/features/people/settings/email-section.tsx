import type { User } from '../../../../contract/accounts.ts'
import {
  cancelEmailChange,
  confirmEmailChange,
  EmailChangeInput,
  listSessions,
  NewEmailInput,
  requestEmailChange,
} from '../../../../contract/settings.ts'
import { formError, formMessage } from '../../../api/client.ts'
import { useApiMutation, useInvalidateQueries } from '../../../api/query.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { Button } from '../../../ui/button.tsx'
import { Field, FormError } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { Input } from '../../../ui/input.tsx'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { toast } from '../../../ui/toast.ts'
import { useAccount } from './use-account.ts'

/** The email address and its change, confirmed with a code from the old and the new one. */
export function EmailSection({ viewer }: { viewer: User }) {
  const account = useAccount()
  return (
    <div className="grid max-w-[460px] gap-5">
      <p className="wrap-anywhere">
        You sign in as <strong>{viewer.email}</strong>.
      </p>
      <QueryState
        query={account}
        subject="Your email settings"
        skeleton={<SkeletonBlocks label="Loading your email settings" sizes={['h-11']} />}
      >
        {({ emailChange }) =>
          emailChange ? (
            <ConfirmEmailForm from={viewer.email} to={emailChange.email} account={account} />
          ) : (
            <ChangeEmailForm account={account} />
          )
        }
      </QueryState>
    </div>
  )
}

type EmailFormProps = { account: ReturnType<typeof useAccount> }

function ChangeEmailForm({ account }: EmailFormProps) {
  const send = useApiMutation(requestEmailChange, { onSuccess: account.setAccount })
  const { error } = send
  return (
    <Form
      schema={NewEmailInput}
      onSubmit={(body) => send.mutate({ body })}
      errors={error?.fields}
      className="grid gap-5"
    >
      <Field
        label="New email address"
        name="email"
        hint="To keep your account safe, we’ll send a code to both addresses."
        error={formMessage('email', error)}
      >
        <Input type="email" autoComplete="email" placeholder="you@example.com" />
      </Field>
      <Button type="submit" variant="secondary" isLoading={send.isPending} className="justify-self-start">
        Change email
      </Button>
    </Form>
  )
}

function ConfirmEmailForm({ from, to, account }: EmailFormProps & { from: string; to: string }) {
  const refresh = useInvalidateQueries()
  const send = useApiMutation(confirmEmailChange, {
    async onSuccess() {
      await Promise.all([account.refetch(), account.refreshUser(), refresh(listSessions)])
      toast({ title: 'Email changed', description: `You now sign in as ${to}.`, tone: 'success' })
    },
  })
  const cancel = useApiMutation(cancelEmailChange, { onSuccess: account.setAccount })
  const { error } = send
  return (
    <Form
      schema={EmailChangeInput}
      onSubmit={(body) => send.mutate({ body })}
      errors={error?.fields}
      className="grid gap-5"
    >
      <p className="wrap-anywhere text-ink-soft">
        We sent a code to each address. The codes expire in 30 minutes. Nothing changes until you enter both.
      </p>
      <CodeInput name="oldCode" label={`Code from ${from}`} />
      <CodeInput name="newCode" label={`Code from ${to}`} />
      <FormError>{formError(error)}</FormError>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" isLoading={send.isPending}>
          Confirm change
        </Button>
        <Button variant="tertiary" isLoading={cancel.isPending} onClick={() => cancel.mutate({})}>
          Keep {from}
        </Button>
      </div>
    </Form>
  )
}

function CodeInput({ name, label }: { name: string; label: string }) {
  return (
    <Field label={<span className="wrap-anywhere">{label}</span>} name={name}>
      <Input inputMode="numeric" autoComplete="one-time-code" maxLength={12} />
    </Field>
  )
}
