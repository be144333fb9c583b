import { useRef, useState } from 'react'
import type { confirmSandboxPayment } from '../../contract/sandbox.ts'
import { safeReturnPath } from '../../domain/return-path.ts'
import { ApiError, offline } from '../api/api-error.ts'
import { send } from '../api/client.ts'
import type { CallInput } from '../api/types.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import type { Sentences } from '../ui/form-errors.ts'
import { Input } from '../ui/input.tsx'
import { toast } from '../ui/toast.ts'
import { dismissToast } from '../ui/toast-store.ts'
import { keepBankStep } from './bank-step.ts'
import { cardFields, fieldOf } from './card-fields.ts'
import { formatCardNumber, formatExpiry } from './cards.ts'
import { EmailField } from './email-field.tsx'
import type { PaymentFormProps } from './payment-form.tsx'
import { TestCards } from './test-cards.tsx'

/** The sandbox's card form. It looks like a real one and takes test cards only. */
export function SandboxForm({ email, onEmail, ...payment }: PaymentFormProps) {
  const { words } = payment
  const { present, busy, refusal, forgive } = usePresentCard(payment)
  const [card, setCard] = useState({ number: '', expiry: '', cvc: '' })
  const change = (part: Partial<typeof card>) => {
    forgive()
    setCard({ ...card, ...part })
  }

  return (
    <Form
      schema={cardFields}
      onSubmit={(fields) => {
        onEmail(fields.email)
        void present(fields)
      }}
      onInvalid={(errors) => {
        if (errors.email) toast({ title: 'Email Required', text: errors.email, tone: 'destructive' })
      }}
      errors={refusal}
      className="grid gap-[18px]"
    >
      <EmailField email={email} hint={words.emailHint} />
      <Field label="Card number" name="card">
        <Input
          inputMode="numeric"
          autoComplete="cc-number"
          placeholder="1234 1234 1234 1234"
          value={card.number}
          onChange={({ target }) => change({ number: formatCardNumber(target.value) })}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3.5">
        <Field label="Expiry" name="expiry">
          <Input
            inputMode="numeric"
            autoComplete="cc-exp"
            placeholder="MM / YY"
            value={card.expiry}
            onChange={({ target }) => change({ expiry: formatExpiry(target.value) })}
          />
        </Field>
        <Field label="CVC" name="cvc">
          <Input
            inputMode="numeric"
            autoComplete="cc-csc"
            placeholder="123"
            maxLength={4}
            value={card.cvc}
            onChange={({ target }) => change({ cvc: target.value.replace(/\D/g, '') })}
          />
        </Field>
      </div>
      <Button type="submit" size="lg" block busy={busy}>
        {words.submit}
      </Button>
      <TestCards onPick={(number) => change({ number, expiry: '12 / 34', cvc: '123' })} />
    </Form>
  )
}

type Payment = Pick<PaymentFormProps, 'clientSecret' | 'returnUrl' | 'amount' | 'back' | 'words' | 'mayPay'>

/** Presents the card's name, follows where the sandbox leads, and holds what it refused, by field. */
function usePresentCard({ clientSecret, returnUrl, amount, back, words, mayPay }: Payment) {
  const [refusal, setRefusal] = useState<Sentences>()
  const [busy, setBusy] = useState(false)
  // A second press can come before the first has drawn anything.
  const pressed = useRef(false)

  function rest() {
    pressed.current = false
    setBusy(false)
  }

  async function present({ email, card }: Presented) {
    if (pressed.current) return
    pressed.current = true
    setBusy(true)
    setRefusal(undefined)
    dismissToast()
    if (mayPay && !(await mayPay(email))) return rest()
    const refused = await confirm({ clientSecret, card, receiptEmail: email, returnUrl }).then(
      (outcome) => {
        if (outcome.status === 'failed') return { [fieldOf(outcome.code)]: outcome.message }
        keepBankStep({ amount, back })
        location.assign(safeReturnPath(outcome.url))
        return undefined
      },
      (fault: unknown) => refusalIn(fault instanceof ApiError ? fault : offline()),
    )
    // The page is on its way out: it stays busy until it is gone.
    if (!refused) return
    rest()
    setRefusal(refused)
    toast({ title: words.failed, text: Object.values(refused)[0], tone: 'destructive' })
  }

  return { present, busy, refusal, forgive: () => setRefusal(undefined) }
}

type Presented = { email: string; card: Body['card'] }
type Body = NonNullable<CallInput<typeof confirmSandboxPayment>['body']>

function confirm(body: Body) {
  return send<typeof confirmSandboxPayment>({ method: 'POST', path: '/api/sandbox/confirm' }, { body })
}

function refusalIn({ fields, sentence }: ApiError): Sentences {
  return fields.receiptEmail ? { email: fields.receiptEmail } : { card: sentence }
}
