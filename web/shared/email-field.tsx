import { useEffect, useRef, useState } from 'react'
import { screenLimits } from '../../contract/screen-limits.ts'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

type Suggest = (typed: string) => string | undefined
export type EmailFieldProps = { email: string; hint?: string; error?: string }

/**
 * The buyer's email, with a suggested correction of a likely typo. Only a click applies it. The browser holds the
 * text, so what was typed before hydration stays.
 */
export function EmailField({ email, hint, error }: EmailFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const suggest = useRef<Suggest>(undefined)
  const [suggestion, setSuggestion] = useState<string>()
  // Checked when the field is left, so that nothing is suggested while typing.
  const check = () => setSuggestion(suggest.current?.(input.current?.value ?? ''))

  async function loadSuggestions() {
    // The field works without suggestions.
    suggest.current ??= await import('../../domain/email-suggestion.ts').then(
      ({ suggestEmail }) => suggestEmail,
      () => undefined,
    )
  }

  // Checks an initial email: from a link, or typed before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the first render can have one
  useEffect(() => {
    if (input.current?.value) void loadSuggestions().then(check)
  }, [])

  function applySuggestion() {
    if (!input.current || !suggestion) return
    input.current.value = suggestion
    // The form saves its fields when they change.
    input.current.dispatchEvent(new Event('input', { bubbles: true }))
    input.current.focus()
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-1">
      <Field label="Email" name="email" hint={hint} error={error}>
        <Input
          ref={input}
          type="email"
          autoComplete="email"
          placeholder="you@example.com"
          required
          maxLength={screenLimits.maxEmailLength}
          defaultValue={email}
          autoFocus={error !== undefined}
          onFocus={() => void loadSuggestions()}
          onInput={() => setSuggestion(undefined)}
          // The check may have to wait for its code.
          onBlur={() => void loadSuggestions().then(check)}
          // Rendered before the focus moves, so that Tab reaches the suggestion.
          onKeyDown={({ key }) => key === 'Tab' && check()}
        />
      </Field>
      <div role="status">
        {suggestion && (
          <button
            type="button"
            className="-mx-2 min-h-11 rounded-sm px-2 text-left text-sm text-warn [overflow-wrap:anywhere]"
            onClick={applySuggestion}
          >
            Did you mean <span className="font-semibold underline underline-offset-3">{suggestion}</span>?
          </button>
        )}
      </div>
    </div>
  )
}
