import { useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { confirmSandboxPayment, type SandboxOutcome } from '../../contract/sandbox.ts'
import type { ApiError } from '../api/api-error.ts'
import { useSend } from '../api/hooks.ts'
import { safePath } from '../api/safe-path.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Form } from '../ui/form.tsx'
import type { Sentences } from '../ui/form-errors.ts'
import { Input } from '../ui/input.tsx'
import { dismissToast, toast } from '../ui/toast.ts'
import { keepBankStep } from './bank-step.ts'
import { CardFields, fieldOf } from './card-fields.ts'
import { formatCardNumber, formatExpiry } from './cards.ts'
import type { PaymentFormProps } from './payment-form.tsx'
import { TestCards } from './test-cards.tsx'

/** The sandbox's card form. It looks like a real one and takes test cards only. */
export function SandboxForm({ email, onEmail, ...payment }: PaymentFormProps) {
  const { present, busy, refusal, forgive } = usePresentCard(payment)
  const [card, setCard] = useState({ number: '', expiry: '', cvc: '' })
  const change = (part: Partial<typeof card>) => {
    forgive()
    setCard({ ...card, ...part })
  }

  return (
    <Form
      schema={CardFields}
      onSubmit={(fields) => {
        onEmail(fields.email)
        present(fields)
      }}
      onInvalid={(errors) => {
        if (errors.email) toast({ title: 'Email Required', text: errors.email, tone: 'destructive' })
      }}
      errors={refusal}
      className="grid gap-[18px]"
    >
      <Field label="E-mail" name="email" hint="Your access link is sent here.">
        <Input type="email" autoComplete="email" defaultValue={email} placeholder="you@example.com" />
      </Field>
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
        Complete Purchase
      </Button>
      <TestCards onPick={(number) => change({ number, expiry: '12 / 34', cvc: '123' })} />
    </Form>
  )
}

type Payment = Pick<PaymentFormProps, 'clientSecret' | 'returnUrl' | 'amount' | 'back'>

/** Presents the card's name, follows where the sandbox leads, and holds what it refused, by field. */
function usePresentCard({ clientSecret, returnUrl, amount, back }: Payment) {
  const [, go] = useLocation()
  const [refusal, setRefusal] = useState<Sentences>()
  // A second press can come before the first has drawn anything.
  const pressed = useRef(false)
  const refuse = (field: string, text: string) => {
    pressed.current = false
    setRefusal({ [field]: text })
    toast({ title: 'Payment Failed', text, tone: 'destructive' })
  }
  const confirm = useSend(confirmSandboxPayment, {
    done: (outcome: SandboxOutcome) => {
      if (outcome.status === 'failed') return refuse(fieldOf(outcome.code), outcome.message)
      keepBankStep({ amount, back })
      go(safePath(outcome.url))
    },
    failed: ({ fields, sentence }: ApiError) =>
      refuse(fields.receiptEmail ? 'email' : 'card', fields.receiptEmail ?? sentence),
  })

  function present({ email, card }: CardFields) {
    if (pressed.current) return
    pressed.current = true
    setRefusal(undefined)
    dismissToast()
    confirm.mutate({ body: { clientSecret, card, receiptEmail: email, returnUrl } })
  }

  return { present, busy: confirm.isPending, refusal, forgive: () => setRefusal(undefined) }
}
