import { Download } from 'lucide-react'
import { useState } from 'react'
import type { User } from '../../../../contract/accounts.ts'
import {
  type AccountDeletionPreview,
  deleteAccount,
  exportAccount,
  getAccountDeletionPreview,
} from '../../../../contract/settings.ts'
import { formMessage, userMessage } from '../../../api/client.ts'
import { downloadFile } from '../../../api/download.ts'
import { useApiMutation, useApiQuery } from '../../../api/query.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { Button, LinkButton } from '../../../ui/button.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field, FormError } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { formSchema } from '../../../ui/form-schema.ts'
import { formatMoney } from '../../../ui/format.ts'
import { Input } from '../../../ui/input.tsx'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'

export function DeleteAccountSection({ viewer }: { viewer: User }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button variant="secondaryDanger" onClick={() => setIsOpen(true)} className="justify-self-start">
        Delete my account
      </Button>
      {isOpen && (
        <Dialog open onOpenChange={setIsOpen} title="Delete your account?" description="You can’t undo this.">
          <DeleteAccountTerms viewer={viewer} />
        </Dialog>
      )}
    </>
  )
}

function DeleteAccountTerms({ viewer }: { viewer: User }) {
  const query = useApiQuery(getAccountDeletionPreview)
  return (
    <QueryState
      query={query}
      subject="Your account details"
      skeleton={<SkeletonBlocks label="Loading account details" sizes={['h-11', 'h-11', 'h-11']} />}
    >
      {(terms) => (
        <DeleteAccountForm viewer={viewer} terms={terms} onTermsChanged={() => void query.refetch()} />
      )}
    </QueryState>
  )
}

type DeleteAccountFormProps = { viewer: User; terms: AccountDeletionPreview; onTermsChanged: () => void }

function DeleteAccountForm({ viewer, terms, onTermsChanged }: DeleteAccountFormProps) {
  const { balance, currency, items, sales } = terms
  const hasBalance = Number(balance) > 0
  const money = formatMoney(balance, currency)
  const send = useApiMutation(deleteAccount, {
    // A full load, because no one is signed in anymore.
    onSuccess: () => location.assign('/'),
    onError: (error) => error.fields.forfeitedBalance && onTermsChanged(),
  })
  const { error } = send
  const schema = formSchema({
    email: (typed) => matchesEmail(typed, viewer.email),
    forfeitedBalance: (typed) =>
      hasBalance && typed !== 'yes' ? { error: `Confirm that you’re giving up ${money}` } : { value: typed },
  })

  return (
    <Form
      schema={schema}
      onSubmit={({ email }) =>
        send.mutate({ body: { email, ...(hasBalance && { forfeitedBalance: balance }) } })
      }
      errors={error?.fields}
      className="grid gap-5"
    >
      <ul className="m-0 grid list-disc gap-1.5 pl-5 text-ink-soft">
        <li>{items === 1 ? 'Your item is' : `Your ${items} items are`} unpublished right away.</li>
        {sales > 0 && <li>Everyone who bought from you keeps what they paid for.</li>}
        <li>
          Your name, email address, photo and payout details are deleted, and you’re signed out everywhere.
        </li>
      </ul>
      {hasBalance && (
        <Field label={`You have ${money} that hasn’t been paid out`} name="forfeitedBalance">
          <Checkbox value="yes">I understand that {money} won’t be paid to me.</Checkbox>
        </Field>
      )}
      <Field
        label="Your email address"
        name="email"
        hint={<span className="wrap-anywhere">{`Type ${viewer.email} to confirm.`}</span>}
        error={formMessage('email', error)}
      >
        <Input type="email" autoComplete="off" />
      </Field>
      <Button type="submit" variant="danger" isLoading={send.isPending} className="justify-self-end">
        Delete my account
      </Button>
    </Form>
  )
}

function matchesEmail(typed: string, email: string): { value: string } | { error: string } {
  return typed.toLowerCase() === email.toLowerCase()
    ? { value: typed }
    : { error: `Type ${email} to confirm` }
}

/** The server streams the file after a recent sign-in; the browser shows the download's progress. */
export function ExportDataSection() {
  const [error, setError] = useState<string>()
  return (
    <div className="grid gap-3">
      <LinkButton
        variant="secondary"
        href={exportAccount.path}
        download
        onClick={(event) => {
          event.preventDefault()
          setError(undefined)
          downloadFile(exportAccount.path).catch((failure: unknown) => setError(userMessage(failure)))
        }}
        className="justify-self-start"
      >
        <Download aria-hidden />
        Download my data
      </LinkButton>
      <FormError>{error}</FormError>
    </div>
  )
}
