import { screenLimits } from '../../contract/screen-limits.ts'
import type { FieldParser } from '../ui/form-schema.ts'

/** The toast for an empty email field, in the specification's words. Another error is shown at the field only. */
export const emailRequired = {
  title: 'Email Required',
  description: 'Please enter your email address to receive access links.',
  tone: 'destructive',
} as const

/** The email that every card form asks for, with the contract's messages but without its schemas. */
export const parseBuyerEmail: FieldParser<string> = (input) => {
  if (input === '') return { error: emailRequired.description }
  if (input.length > screenLimits.maxEmailLength) return { error: 'This email address is too long' }
  const email = normalizeEmail(input)
  return email ? { value: email } : { error: 'Enter an email address like name@example.com' }
}

/** The contract's email pattern, repeated because small scripts must not load its schemas. */
const emailPattern = /^(?!\.)(?!.*\.\.)[\w'+.-]*[\w+-]@([a-z\d][a-z\d-]*\.)+[a-z]{2,}$/i

/** The valid email of a link, or an empty string: an invalid one must not block the payment. */
export function normalizeEmail(text: string | null | undefined): string {
  const email = text?.trim() ?? ''
  return emailPattern.test(email) ? email : ''
}
