import { type Ref, useImperativeHandle, useRef, useState } from 'react'
import { agreeToPro } from '../../../../contract/pro-plan.ts'
import { ApiError, request } from '../../../api/client.ts'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { TextLink } from '../../../ui/text-link.tsx'

export type SaveProTerms = { save(): Promise<boolean> }

type ProTermsProps = {
  /** The words to agree to before paying; null where none are asked. */
  consent: string | null
  ref: Ref<SaveProTerms>
}

/** What is agreed to by paying for Pro. Saved before the payment is confirmed; false stops it. */
export function ProTerms({ consent, ref }: ProTermsProps) {
  const box = useRef<HTMLInputElement>(null)
  const [error, setError] = useState('')

  async function save(): Promise<boolean> {
    if (consent === null) return true
    if (!box.current?.checked) {
      setError('Agree to this to continue')
      box.current?.focus()
      return false
    }
    return request(agreeToPro, { body: { agreed: true } }).then(
      () => true,
      (failure: unknown) => {
        setError(failure instanceof ApiError ? failure.userMessage : saveFailedMessage)
        return false
      },
    )
  }
  useImperativeHandle(ref, () => ({ save }))

  return (
    <div className="grid gap-2">
      {consent !== null && (
        <Checkbox
          ref={box}
          name="withdrawalConsent"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'consent-error' : undefined}
          align="start"
          className="text-sm"
          onChange={() => setError('')}
        >
          {consent}
        </Checkbox>
      )}
      {error && (
        <p id="consent-error" role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
      <p className="text-ink-soft text-sm">
        By paying you agree to the <TextLink href="/terms">terms</TextLink>.
      </p>
    </div>
  )
}

const saveFailedMessage = 'We couldn’t save this. You weren’t charged. Please try again.'
