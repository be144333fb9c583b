import { type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { Field } from '../../../ui/field.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { MoneyInput } from '../../../ui/money-input.tsx'
import { toast } from '../../../ui/toast.ts'
import { type AmountLimits, parseTipAmount, type TipAmount, tipAmountMessage } from './amount.ts'
import { AmountChips } from './amount-chips.tsx'
import { amountHint } from './amount-hint.ts'
import { CodeLine, type LinkCode, PriceLabel, StruckPrice } from './code-line.tsx'
import type { PayItem } from './pay-card.island.tsx'
import type { PayFormDefaults } from './pay-form-defaults.ts'

type AmountFieldProps = {
  item: PayItem
  code: LinkCode | undefined
  field: TipAmountField
  defaults: PayFormDefaults
}

export function AmountField({ item, code, field, defaults }: AmountFieldProps) {
  const { minimumChargeAmount, currency, suggestedAmounts, copies } = item
  return (
    <>
      <Field
        label={
          <PriceLabel code={code} copies={copies}>
            Pay what you want
          </PriceLabel>
        }
        name="amount"
        hint={<AmountHint code={code} item={item} />}
        error={field.error}
      >
        <MoneyInput
          size="lg"
          ref={field.input}
          currency={currency}
          min={minimumChargeAmount}
          placeholder={minimumChargeAmount}
          maxLength={20}
          defaultValue={defaults.amount}
          onInput={field.onInput}
        />
      </Field>
      {suggestedAmounts.length > 0 && (
        <AmountChips item={item} value={field.selected} onChange={field.onSelect} />
      )}
    </>
  )
}

function AmountHint({ code, item }: { code: LinkCode | undefined; item: PayItem }) {
  const { minimumChargeAmount, currency } = item
  if (code?.offer)
    return (
      <>
        {`Minimum ${formatMoney(minimumChargeAmount, currency)} with your code`}
        {code.offer.struckAmount && ', '}
        <StruckPrice code={code} currency={currency} />
      </>
    )
  return (
    <>
      {amountHint(item)}
      <CodeLine code={code} currency={currency} />
    </>
  )
}

type TipAmountField = {
  input: RefObject<HTMLInputElement | null>
  /** The input's current value. Undefined before hydration: another amount may have been typed. */
  parsed: TipAmount | undefined
  error: string | undefined
  /** The suggested amount that equals the input; empty for none. */
  selected: string
  onInput: () => void
  onSelect: (amount: string) => void
  showError: (message: string) => void
  /** The amount to pay as a decimal string. Undefined when it is invalid and the error is shown. */
  validate: () => string | undefined
}

/** The input is uncontrolled, so text that was typed before hydration stays. */
export function useTipAmount(
  limits: AmountLimits,
  initial: { amount: string; error: string | undefined },
): TipAmountField {
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(initial.amount)
  const [error, setError] = useState(initial.error)
  // No suggestion is checked before hydration. Without a script, a checked one would be posted with the form.
  const [isHydrated, setIsHydrated] = useState(false)
  const parsed = parseTipAmount(typed, limits)

  // Reads the input that was typed, selected or restored by the browser before hydration.
  useLayoutEffect(() => {
    if (input.current) applyEarlySelection(input.current)
    setTyped(input.current?.value ?? '')
    setIsHydrated(true)
  }, [])

  function change(value: string) {
    setTyped(value)
    setError(undefined)
  }
  function showError(message: string) {
    setError(message)
    input.current?.focus()
  }
  function validate(): string | undefined {
    const now = parseTipAmount(input.current?.value ?? '', limits)
    if ('amount' in now) return now.amount
    const description = tipAmountMessage(now.error, limits)
    showError(description)
    // This toast is in the specification; other errors are shown at the field only.
    if (now.error === 'low') toast({ title: 'Amount too low', description, tone: 'destructive' })
    return undefined
  }
  return {
    input,
    parsed: isHydrated ? parsed : undefined,
    error,
    selected: isHydrated && typed.trim() !== '' && 'amount' in parsed ? parsed.amount : '',
    onInput: () => change(input.current?.value ?? ''),
    onSelect: (amount) => {
      if (input.current) input.current.value = amount
      change(amount)
    },
    showError,
    validate,
  }
}

/** Copies a suggestion that was selected before hydration to the input, unless the input has the focus. */
function applyEarlySelection(input: HTMLInputElement): void {
  const selected = input.form?.querySelector<HTMLInputElement>('input[name=suggestedAmount]:checked')
  if (selected && document.activeElement !== input) input.value = selected.value
}
