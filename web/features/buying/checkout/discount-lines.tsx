import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { Checkout } from '../../../../contract/purchases.ts'
import { ApiError, networkError } from '../../../api/client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { readStored, removeStored, writeStored } from '../../../ui/browser-storage.ts'
import { Field } from '../../../ui/field.tsx'
import { formatMoney } from '../../../ui/format.ts'
import { Input } from '../../../ui/input.tsx'
import { Spinner } from '../../../ui/spinner.tsx'

/** Starts the payment for another code, or for none. Throws ApiError; then the payment is as it was. */
type ApplyCode = (code: string) => Promise<void>

type CodePartProps = DiscountLineProps & CodeFieldProps

/** The code of the checkout, or the field for one. */
export function CodePart({ checkout, onApply, onClose }: CodePartProps) {
  return checkout.discount ? (
    <DiscountLine checkout={checkout} onApply={onApply} />
  ) : (
    <CodeField onApply={onApply} onClose={onClose} />
  )
}

type DiscountLineProps = { checkout: Checkout; onApply: ApplyCode }

/** The code of a checkout between its subtotal and the fee. */
function DiscountLine({ checkout: { contentId, discount, currency }, onApply }: DiscountLineProps) {
  const [error, setError] = useState<string>()
  const code = discount?.code ?? ''
  const replaced = useReplacedCode(contentId, code)
  if (!discount) return null
  function remove() {
    forgetCode(contentId)
    void onApply('').catch((failure: unknown) => setError(messageOf(failure)))
  }
  return (
    <div className="grid gap-1 py-1.5">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <dt className="flex flex-wrap items-center gap-x-2 text-ink-soft">
          Discount
          <Badge tone="warm" className="[overflow-wrap:anywhere]">
            {discount.code}
          </Badge>
          <button
            type="button"
            onClick={remove}
            className="-my-2.5 min-h-11 px-1.5 text-ink-soft text-sm underline decoration-1 underline-offset-3"
          >
            Remove<span className="sr-only"> the code {discount.code}</span>
          </button>
        </dt>
        <dd className="text-brand">−{formatMoney(discount.amount, currency)}</dd>
      </div>
      {replaced && (
        <p role="status" className="text-ink-soft text-sm [overflow-wrap:anywhere]">
          {code} replaced {replaced}.
        </p>
      )}
      {error && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </div>
  )
}

const codeKey = (contentId: number) => `code/${contentId}`

function forgetCode(contentId: number): void {
  removeStored('sessionStorage', codeKey(contentId))
}

/** The code that this tab had for the item before, where a link has brought another one. */
function useReplacedCode(contentId: number, code: string): string | undefined {
  const [before] = useState(() => readStored('sessionStorage', codeKey(contentId)))
  // A reload has the same code and says nothing.
  useEffect(() => void writeStored('sessionStorage', codeKey(contentId), code), [contentId, code])
  return before !== code ? before : undefined
}

type CodeFieldProps = { onApply: ApplyCode; onClose: () => void }

/** A code is applied when its field is left or with Enter. An empty field is closed. */
function CodeField({ onApply, onClose }: CodeFieldProps) {
  const [error, setError] = useState<string>()
  const [isChecking, setIsChecking] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const tried = useRef('')

  // The field replaces the link that was pressed.
  useEffect(() => field.current?.focus(), [])

  async function apply() {
    const code = field.current?.value.trim() ?? ''
    if (code === '') return onClose()
    if (isChecking || code === tried.current) return
    tried.current = code
    setError(undefined)
    setIsChecking(true)
    try {
      await onApply(code)
    } catch (failure) {
      setError(messageOf(failure))
      // The same code may be tried again after an error that has nothing to do with it.
      if (!(failure instanceof ApiError && failure.fields.code)) tried.current = ''
    }
    setIsChecking(false)
  }
  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter') void apply()
    if (event.key === 'Escape') onClose()
  }

  return (
    <div className="relative">
      <Field
        label="Discount code"
        name="code"
        hint={isChecking ? 'Checking…' : undefined}
        {...(error !== undefined && { error })}
      >
        <Input
          ref={field}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={100}
          enterKeyHint="done"
          onBlur={() => void apply()}
          onKeyDown={handleKey}
          onInput={() => setError(undefined)}
        />
      </Field>
      <p role="status" className="sr-only">
        {isChecking ? 'Checking…' : error}
      </p>
      {isChecking && (
        <span className="absolute top-[2.55rem] right-3.5">
          <Spinner />
        </span>
      )}
    </div>
  )
}

function messageOf(failure: unknown): string {
  const error = failure instanceof ApiError ? failure : networkError()
  return error.fields.code ?? error.userMessage
}
