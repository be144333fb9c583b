import { useState } from 'react'
import { suggestEmail } from '../../domain/email-suggestion.ts'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

/** The buyer's email, with a suggested correction of a likely typo. Only a click applies it. */
export function EmailField({ email, hint }: { email: string; hint: string }) {
  const [value, setValue] = useState(email)
  // Checked on blur, so that nothing is suggested while typing.
  const [blurredValue, setBlurredValue] = useState(email)
  const suggestion = blurredValue === value ? suggestEmail(blurredValue) : undefined

  return (
    <div className="grid gap-1">
      <Field label="Email" name="email" hint={hint}>
        <Input
          type="email"
          autoComplete="email"
          placeholder="you@example.com"
          value={value}
          onChange={({ target }) => setValue(target.value)}
          onBlur={() => setBlurredValue(value)}
          // Rendered before the focus moves, so that Tab reaches the suggestion.
          onKeyDown={({ key }) => key === 'Tab' && setBlurredValue(value)}
        />
      </Field>
      <div role="status">
        {suggestion && (
          <button
            type="button"
            className="-mx-2 min-h-11 rounded-sm px-2 text-left text-sm text-warn [overflow-wrap:anywhere]"
            onClick={() => {
              setValue(suggestion)
              setBlurredValue(suggestion)
            }}
          >
            Did you mean <span className="font-semibold underline underline-offset-3">{suggestion}</span>?
          </button>
        )}
      </div>
    </div>
  )
}
