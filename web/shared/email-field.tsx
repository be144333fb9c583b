import { useEffect, useRef, useState } from 'react'
import { limits } from '../../contract/limits.ts'
import { suggestEmail } from '../../domain/email-suggestion.ts'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

export type EmailFieldProps = { email: string; hint?: string; error?: string }

/**
 * The buyer's email, with a suggested correction of a likely typo. Only a click applies it. The browser holds the
 * text, so what was typed before hydration stays.
 */
export function EmailField({ email, hint, error }: EmailFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [suggestion, setSuggestion] = useState(() => suggestEmail(email))
  // Checked when the field is left, so that nothing is suggested while typing.
  const check = () => setSuggestion(suggestEmail(input.current?.value ?? ''))

  // Checks what was typed before hydration.
  useEffect(check, [])

  function applySuggestion() {
    if (!input.current || !suggestion) return
    input.current.value = suggestion
    // The form saves its fields when they change.
    input.current.dispatchEvent(new Event('input', { bubbles: true }))
    input.current.focus()
  }
  return (
    <div className="grid gap-1">
      <Field label="Email" name="email" hint={hint} error={error}>
        <Input
          ref={input}
          type="email"
          autoComplete="email"
          placeholder="you@example.com"
          required
          maxLength={limits.maxEmailLength}
          defaultValue={email}
          autoFocus={error !== undefined}
          onInput={() => setSuggestion(undefined)}
          onBlur={check}
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
