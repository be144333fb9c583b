import { useState } from 'react'
import { confirmSandboxPayment, type TestCard } from '../../../contract/sandbox.ts'
import { ApiError, networkError, request } from '../../api/client.ts'
import { Field } from '../../ui/field.tsx'
import { formSchema } from '../../ui/form-schema.ts'
import { Input } from '../../ui/input.tsx'
import { parseBuyerEmail } from '../buyer-email.ts'
import { CardForm, type PaymentFailure } from '../card-form.tsx'
import type { PaymentFormProps } from '../payment-form.tsx'
import { saveAuthentication } from './authentication-storage.ts'
import { formatCardNumber, formatExpiry, isExpiryValid, testCardByNumber } from './cards.ts'
import { TestCardList } from './test-card-list.tsx'

/** The sandbox's card form. It looks like a real one and accepts test cards only. */
export function SandboxForm(payment: PaymentFormProps) {
  const [failure, setFailure] = useState<PaymentFailure>()
  const [card, setCard] = useState({ number: '', expiry: '', cvc: '' })
  const updateCard = (patch: Partial<typeof card>) => {
    setFailure(undefined)
    setCard({ ...card, ...patch })
  }

  return (
    <CardForm
      payment={payment}
      schema={sandboxCardSchema}
      confirm={(fields) => confirmInSandbox(payment, fields)}
      failure={failure}
      onFailure={setFailure}
      footer={<TestCardList onPick={(number) => updateCard({ number, expiry: '12 / 34', cvc: '123' })} />}
    >
      <Field label="Card number" name="card">
        <CardNumberInput value={card.number} onChange={(number) => updateCard({ number })} />
      </Field>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8rem),1fr))] gap-3.5">
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
    </CardForm>
  )
}

/** Confirms the payment with the card's name and follows the redirect. */
async function confirmInSandbox(
  { clientSecret, returnUrl, amount, backUrl }: PaymentFormProps,
  { email, card }: { email: string; card: TestCard },
): Promise<PaymentFailure | 'redirecting'> {
  try {
    // Before the payment, so that without this code nothing is charged.
    const { safeReturnPath } = await import('../../../domain/return-path.ts')
    const body = { clientSecret, card, receiptEmail: email, returnUrl }
    const outcome = await request(confirmSandboxPayment, { body })
    if (outcome.status === 'failed')
      return { fields: { [fieldForDecline(outcome.code)]: '' }, message: outcome.message }
    saveAuthentication({ amount, backUrl })
    location.assign(safeReturnPath(outcome.url))
    return 'redirecting'
  } catch (error) {
    return failureOf(error instanceof ApiError ? error : networkError())
  }
}

function failureOf({ fields, userMessage }: ApiError): PaymentFailure {
  return fields.receiptEmail
    ? { fields: { email: fields.receiptEmail } }
    : { fields: { card: '' }, message: userMessage }
}

export type CardBrand = 'Visa' | 'Mastercard' | 'Amex'

const cardBrands: ReadonlyArray<CardBrand> = ['Visa', 'Mastercard', 'Amex']

/** The brand of a card number by its first digits; undefined for other brands and for too few digits. */
export function cardBrandOf(typed: string): CardBrand | undefined {
  const digits = typed.replace(/\D/g, '')
  if (digits.startsWith('4')) return 'Visa'
  if (/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/.test(digits)) return 'Mastercard'
  return /^3[47]/.test(digits) ? 'Amex' : undefined
}

/** A card number with its brand beside it; all brands while it is empty. */
function CardNumberInput({ value, onChange }: { value: string; onChange: (number: string) => void }) {
  const brand = cardBrandOf(value)
  const visibleBrands = value === '' ? cardBrands : brand ? [brand] : []
  return (
    <div className="relative">
      <Input
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="1234 1234 1234 1234"
        value={value}
        onChange={({ target }) => onChange(formatCardNumber(target.value))}
      />
      <span aria-hidden className="pointer-events-none absolute inset-y-0 right-3 flex items-center gap-1.5">
        {visibleBrands.map((name) => (
          <span
            key={name}
            className={`rounded-[6px] border border-line bg-surface px-1.5 py-0.5 font-semibold text-ink-soft text-[.72rem] ${brand ? '' : 'max-sm:hidden'}`}
          >
            {name}
          </span>
        ))}
      </span>
    </div>
  )
}

/** The sandbox's card form. It submits only the test card's name; the number stays in the browser. */
export const sandboxCardSchema = formSchema({
  email: parseBuyerEmail,
  card(typed) {
    if (typed === '') return { error: 'Enter a test card number' }
    const name = testCardByNumber(typed)
    return name
      ? { value: name }
      : { error: 'That’s not a test card. Pick one below, and never use a real card here' }
  },
  expiry: (typed) =>
    isExpiryValid(typed, new Date()) ? { value: typed } : { error: 'Enter a future date, such as 12 / 34' },
  cvc: (typed) =>
    /^\d{3,4}$/.test(typed) ? { value: typed } : { error: 'Enter the 3-digit code on the back of the card' },
})

export function fieldForDecline(code: string): 'card' | 'expiry' | 'cvc' {
  if (code === 'expired_card') return 'expiry'
  return code === 'incorrect_cvc' ? 'cvc' : 'card'
}
