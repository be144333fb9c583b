import { useRef, useState } from 'react'
import type { confirmSandboxPayment } from '../../../contract/sandbox.ts'
import { safeReturnPath } from '../../../domain/return-path.ts'
import { ApiError, networkError } from '../../api/api-error.ts'
import { requestEndpoint } from '../../api/client.ts'
import type { RequestInput } from '../../api/types.ts'
import { EmailField } from '../../shared/email-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import type { FieldErrors } from '../../ui/form-errors.ts'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { dismissToast } from '../../ui/toast-store.ts'
import { emailRequired } from '../buyer-email.ts'
import type { PaymentFormProps } from '../payment-form.tsx'
import { saveAuthentication } from './authentication-storage.ts'
import { formatCardNumber, formatExpiry } from './card-format.ts'
import { fieldForDecline, sandboxCardSchema } from './card-schema.ts'
import { TestCardList } from './test-card-list.tsx'

/** The sandbox's card form. It looks like a real one and accepts test cards only. */
export function SandboxForm({ email, onEmailChange, ...payment }: PaymentFormProps) {
  const { labels } = payment
  const { confirmPayment, busy, errors, clearErrors } = useConfirmSandboxPayment(payment)
  const [card, setCard] = useState({ number: '', expiry: '', cvc: '' })
  const updateCard = (patch: Partial<typeof card>) => {
    clearErrors()
    setCard({ ...card, ...patch })
  }

  return (
    <Form
      schema={sandboxCardSchema}
      onSubmit={(fields) => {
        onEmailChange(fields.email)
        void confirmPayment(fields)
      }}
      onInvalid={(errors) => {
        if (errors.email === emailRequired.description) toast(emailRequired)
      }}
      errors={errors}
      className="grid gap-[18px]"
    >
      <EmailField email={email} hint={labels.emailHint} />
      <Field label="Card number" name="card">
        <Input
          inputMode="numeric"
          autoComplete="cc-number"
          placeholder="1234 1234 1234 1234"
          value={card.number}
          onChange={({ target }) => updateCard({ number: formatCardNumber(target.value) })}
        />
      </Field>
      <div className="grid grid-cols-2 gap-3.5">
        <Field label="Expiry" name="expiry">
          <Input
            inputMode="numeric"
            autoComplete="cc-exp"
            placeholder="MM / YY"
            value={card.expiry}
            onChange={({ target }) => updateCard({ expiry: formatExpiry(target.value) })}
          />
        </Field>
        <Field label="CVC" name="cvc">
          <Input
            inputMode="numeric"
            autoComplete="cc-csc"
            placeholder="123"
            maxLength={4}
            value={card.cvc}
            onChange={({ target }) => updateCard({ cvc: target.value.replace(/\D/g, '') })}
          />
        </Field>
      </div>
      <Button type="submit" size="lg" fullWidth isLoading={busy}>
        {labels.submit}
      </Button>
      <TestCardList onPick={(number) => updateCard({ number, expiry: '12 / 34', cvc: '123' })} />
    </Form>
  )
}

type Payment = Pick<
  PaymentFormProps,
  'clientSecret' | 'returnUrl' | 'amount' | 'backUrl' | 'labels' | 'beforeConfirm'
>

/** Confirms the payment with the card's name, follows the redirect, and returns errors by field. */
function useConfirmSandboxPayment({
  clientSecret,
  returnUrl,
  amount,
  backUrl,
  labels,
  beforeConfirm,
}: Payment) {
  const [errors, setErrors] = useState<FieldErrors>()
  const [busy, setBusy] = useState(false)
  // A second click can come before the next render.
  const isSubmitting = useRef(false)

  function stopSubmitting() {
    isSubmitting.current = false
    setBusy(false)
  }

  async function confirmPayment({ email, card }: CardSubmission) {
    if (isSubmitting.current) return
    isSubmitting.current = true
    setBusy(true)
    setErrors(undefined)
    dismissToast()
    if (beforeConfirm && !(await beforeConfirm(email))) return stopSubmitting()
    const failure = await confirm({ clientSecret, card, receiptEmail: email, returnUrl }).then(
      (outcome) => {
        if (outcome.status === 'failed') return { [fieldForDecline(outcome.code)]: outcome.message }
        saveAuthentication({ amount, backUrl })
        location.assign(safeReturnPath(outcome.url))
        return undefined
      },
      (error: unknown) => errorsByField(error instanceof ApiError ? error : networkError()),
    )
    // A redirect has started: the form stays busy until the page unloads.
    if (!failure) return
    stopSubmitting()
    setErrors(failure)
    toast({ title: labels.failedTitle, description: Object.values(failure)[0], tone: 'destructive' })
  }

  return { confirmPayment, busy, errors, clearErrors: () => setErrors(undefined) }
}

type CardSubmission = { email: string; card: ConfirmRequest['card'] }
type ConfirmRequest = NonNullable<RequestInput<typeof confirmSandboxPayment>['body']>

function confirm(body: ConfirmRequest) {
  return requestEndpoint<typeof confirmSandboxPayment>(
    { method: 'POST', path: '/api/sandbox/confirm' },
    { body },
  )
}

function errorsByField({ fields, userMessage }: ApiError): FieldErrors {
  return fields.receiptEmail ? { email: fields.receiptEmail } : { card: userMessage }
}
