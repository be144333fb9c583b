import { useState } from 'react'
import { emailTypo } from '../../domain/email-typo.ts'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'

/** The buyer's address, with an offer to mend what looks like a slip. Mended only when the buyer presses it. */
export function EmailField({ email, hint }: { email: string; hint: string }) {
  const [typed, setTyped] = useState(email)
  // Looked at when the field is left: nobody is corrected in the middle of a word.
  const [left, setLeft] = useState(email)
  const meant = left === typed ? emailTypo(left) : undefined

  return (
    <div className="grid gap-1">
      <Field label="E-mail" name="email" hint={hint}>
        <Input
          type="email"
          autoComplete="email"
          placeholder="you@example.com"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => setLeft(typed)}
          // Drawn before the focus moves, so that Tab finds it.
          onKeyDown={({ key }) => key === 'Tab' && setLeft(typed)}
        />
      </Field>
      <div role="status">
        {meant && (
          <button
            type="button"
            className="-mx-2 min-h-11 rounded-sm px-2 text-left text-sm text-warn [overflow-wrap:anywhere]"
            onClick={() => {
              setTyped(meant)
              setLeft(meant)
            }}
          >
            Did you mean <span className="font-semibold underline underline-offset-3">{meant}</span>?
          </button>
        )}
      </div>
    </div>
  )
}
