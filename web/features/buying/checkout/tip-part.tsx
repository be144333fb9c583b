import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { CheckoutTip } from '../../../../contract/purchases.ts'
import { amountMessage, parseAmount } from '../../../../domain/amount.ts'
import { ApiError, networkError } from '../../../api/client.ts'
import { Field } from '../../../ui/field.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { MoneyInput } from '../../../ui/money-input.tsx'
import { SegmentedControl } from '../../../ui/segmented-control.tsx'

type TipPartProps = {
  tip: CheckoutTip
  currency: string
  creator: string
  /** Throws ApiError; then the tip is as it was. */
  onTip: (tip: string) => Promise<void>
}

const none = '0'
const other = 'other'

/** A tip on top of the price, in the list of an order: none at first, and never the loudest. */
export function TipPart({ tip, currency, creator, onTip }: TipPartProps) {
  const [isOther, setIsOther] = useState(() => choiceOf(tip) === other)
  const [pending, setPending] = useState<string>()
  const [error, setError] = useState<string>()
  const label = creator ? `Tip for ${creator}` : 'Tip'

  async function choose(value: string) {
    if (value === other) return setIsOther(true)
    setPending(value)
    setError(undefined)
    try {
      await onTip(value)
      setIsOther(isOther && choiceOf({ ...tip, amount: value }) === other)
    } catch (failure) {
      setError(messageOf(failure))
    }
    setPending(undefined)
  }
  function select(value: string) {
    if (value !== other) setIsOther(false)
    void choose(value)
  }
  const options = [
    { value: none, label: 'None' },
    ...tip.suggestions.map((value) => ({ value, label: formatMoney(value, currency) })),
    { value: other, label: 'Other' },
  ]

  return (
    <div className="grid gap-2 py-1.5">
      <dt className="text-ink-soft [overflow-wrap:anywhere]">{label}</dt>
      <dd className="grid gap-2">
        <SegmentedControl
          label={label}
          name="tip"
          options={options}
          value={isOther ? other : (pending ?? choiceOf(tip))}
          onChange={select}
          className="w-full justify-self-stretch *:grow"
        />
        {isOther ? (
          <OtherTip
            current={Number(tip.amount) > 0 ? tip.amount : ''}
            nothing={tip.amount.replace(/\d/g, '0')}
            currency={currency}
            error={error}
            onTip={choose}
          />
        ) : (
          error && (
            <p role="alert" className="text-danger text-sm">
              {error}
            </p>
          )
        )}
        <p role="status" className="sr-only">
          {pending !== undefined && 'Changing the total…'}
        </p>
      </dd>
    </div>
  )
}

function choiceOf({ amount, suggestions }: CheckoutTip): string {
  if (Number(amount) === 0) return none
  return suggestions.find((suggestion) => Number(suggestion) === Number(amount)) ?? other
}

type OtherTipProps = {
  current: string
  /** Nothing, with the decimals of the currency. */
  nothing: string
  currency: string
  error: string | undefined
  onTip: (tip: string) => Promise<void>
}

/** A typed tip counts when its field is left or with Enter, as a code does. */
function OtherTip({ current, nothing, currency, error, onTip }: OtherTipProps) {
  const [problem, setProblem] = useState<string>()
  const field = useRef<HTMLInputElement>(null)
  const applied = useRef(current)

  // The field was asked for.
  useEffect(() => {
    if (applied.current === '') field.current?.focus()
  }, [])

  function apply() {
    const typed = field.current?.value.trim() ?? ''
    if (typed === applied.current) return
    const format = { currency, decimals: nothing.split('.')[1]?.length ?? 0 }
    const parsed = typed === '' ? { amount: none } : parseAmount(typed, format)
    if ('problem' in parsed) return setProblem(amountMessage(parsed.problem, format, nothing))
    applied.current = typed
    void onTip(parsed.amount)
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter') apply()
  }
  const shown = problem ?? error
  return (
    <Field
      label={<span className="sr-only">Other tip</span>}
      name="otherTip"
      hint="Its own line on your receipt. It goes back with a full refund."
      {...(shown !== undefined && { error: shown })}
    >
      <MoneyInput
        ref={field}
        currency={currency}
        defaultValue={current}
        maxLength={20}
        enterKeyHint="done"
        onBlur={apply}
        onKeyDown={handleKey}
        onInput={() => setProblem(undefined)}
      />
    </Field>
  )
}

function messageOf(failure: unknown): string {
  const error = failure instanceof ApiError ? failure : networkError()
  return error.fields.tip ?? error.userMessage
}
