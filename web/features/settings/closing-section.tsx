import { useState } from 'react'
import { type ClosingTerms, closeAccount, getClosingTerms } from '../../../contract/account-settings.ts'
import type { User } from '../../../contract/accounts.ts'
import { sentenceAt } from '../../api/api-error.ts'
import { useRead, useSend } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { formSchema } from '../../ui/form-schema.ts'
import { Input } from '../../ui/input.tsx'
import { formatMoney } from '../../ui/money-text.ts'
import { Loaded } from './loaded.tsx'

/** Leaving for good: what happens, what is left, and the address typed once more. */
export function ClosingSection({ viewer }: { viewer: User }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" onClick={() => setOpen(true)} className="justify-self-start text-danger">
        Delete my account
      </Button>
      {isOpen && (
        <Dialog open onOpenChange={setOpen} title="Delete your account?" text="This cannot be undone.">
          <Terms viewer={viewer} />
        </Dialog>
      )}
    </>
  )
}

function Terms({ viewer }: { viewer: User }) {
  const read = useRead(getClosingTerms)
  return (
    <Loaded read={read} label="Loading what would be left behind" rows={3}>
      {(terms) => <Confirm viewer={viewer} terms={terms} onStale={() => void read.refetch()} />}
    </Loaded>
  )
}

type ConfirmProps = { viewer: User; terms: ClosingTerms; onStale: () => void }

function Confirm({ viewer, terms, onStale }: ConfirmProps) {
  const { balance, currency, items, sales } = terms
  const isOwed = Number(balance) > 0
  const money = formatMoney(balance, currency)
  const send = useSend(closeAccount, {
    // A full load: there is nobody signed in any more.
    done: () => location.assign('/'),
    failed: (error) => error.fields.giveUp && onStale(),
  })
  const { error } = send
  const schema = formSchema({
    email: (typed) => sameAddress(typed, viewer.email),
    giveUp: (typed) =>
      isOwed && typed !== 'yes' ? { wrong: `Confirm that you give up ${money}` } : { value: typed },
  })

  return (
    <Form
      schema={schema}
      onSubmit={({ email }) => send.mutate({ body: { email, ...(isOwed && { giveUp: balance }) } })}
      errors={error?.fields}
      className="grid gap-5"
    >
      <ul className="m-0 grid list-disc gap-1.5 pl-5 text-ink-soft">
        <li>{items === 1 ? 'Your item goes' : `Your ${items} items go`} off sale at once.</li>
        {sales > 0 && <li>Everybody who bought from you keeps what they paid for.</li>}
        <li>Your name, address, photo and payout details are removed, and you are signed out everywhere.</li>
      </ul>
      {isOwed && (
        <Field label={`${money} has not been paid out`} name="giveUp">
          <Checkbox value="yes">I give up {money}. It will not be paid to me.</Checkbox>
        </Field>
      )}
      <Field
        label="Your e-mail address"
        name="email"
        hint={<span className="wrap-anywhere">{`Type ${viewer.email} to go on.`}</span>}
        error={sentenceAt('email', error)}
      >
        <Input type="email" autoComplete="off" />
      </Field>
      <Button type="submit" variant="danger" busy={send.isPending} className="justify-self-end">
        Delete my account
      </Button>
    </Form>
  )
}

function sameAddress(typed: string, email: string): { value: string } | { wrong: string } {
  return typed.toLowerCase() === email.toLowerCase() ? { value: typed } : { wrong: `Type ${email} to go on` }
}
