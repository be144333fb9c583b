import { type ReactNode, useRef, useState } from 'react'
import { EmailField } from '../shared/email-field.tsx'
import { type FieldErrors, Form } from '../ui/form.tsx'
import type { FormSchema } from '../ui/form-schema.ts'
import { dismissToast } from '../ui/toast-store.ts'
import { PayButton, PaymentError, showMissingEmail } from './pay-button.tsx'
import type { PaymentFormProps } from './payment-form.tsx'

/** `fields` are marked and get the focus; an empty text means that `message` is for the whole form. */
export type PaymentFailure = { fields?: FieldErrors; message?: string | undefined }

type CardFormProps<T> = {
  payment: PaymentFormProps
  schema: FormSchema<T>
  /** Confirms the payment. Undefined when the form itself shows why it failed. */
  confirm: (values: T) => Promise<PaymentFailure | 'redirecting' | undefined>
  failure: PaymentFailure | undefined
  onFailure: (failure: PaymentFailure | undefined) => void
  isReady?: boolean
  /** The fields of the card. */
  children: ReactNode
  footer?: ReactNode
}

/** The form around a provider's card fields: email, terms and pay button. */
export function CardForm<T extends { email: string }>(props: CardFormProps<T>) {
  const { payment, schema, confirm, failure, onFailure, isReady = true, children, footer } = props
  const { email, amount, labels, terms, reassurance, onEmailChange, beforeConfirm } = payment
  const [isPaying, setIsPaying] = useState(false)
  // A second click can come before the next render.
  const isSubmitting = useRef(false)

  async function pay(values: T) {
    if (isSubmitting.current) return
    isSubmitting.current = true
    setIsPaying(true)
    onFailure(undefined)
    dismissToast()
    const isStopped = beforeConfirm && !(await beforeConfirm(values.email))
    const outcome = isStopped ? undefined : await confirm(values)
    // The form stays busy until the page unloads.
    if (outcome === 'redirecting') return
    isSubmitting.current = false
    setIsPaying(false)
    onFailure(outcome)
  }

  return (
    <Form
      schema={schema}
      onSubmit={(values) => {
        onEmailChange(values.email)
        void pay(values)
      }}
      onInvalid={showMissingEmail}
      errors={failure?.fields}
      onChange={({ target }) => {
        if (target instanceof HTMLInputElement && target.name === 'email') onEmailChange(target.value)
      }}
      className="grid grid-cols-[minmax(0,1fr)] gap-[18px]"
    >
      <EmailField email={email} hint={labels.emailHint} />
      {children}
      {terms}
      {failure?.message && <PaymentError title={labels.failedTitle} message={failure.message} />}
      <PayButton label={labels.submit} amount={amount} isPaying={isPaying} disabled={!isReady} />
      {reassurance}
      {footer}
    </Form>
  )
}
