import { limits } from '../../contract/limits.ts'
import type { FieldParser } from '../ui/form-schema.ts'
import { normalizeEmail } from './receipt-email.ts'

/** Where the access link goes: every card form asks for it. The same sentences as the contract's, without its schemas. */
export const parseBuyerEmail: FieldParser<string> = (input) => {
  if (input === '') return { error: 'Please enter your email address to receive access links.' }
  if (input.length > limits.maxEmailLength) return { error: 'This e-mail address is too long' }
  const email = normalizeEmail(input)
  return email ? { value: email } : { error: 'Enter an e-mail address like name@example.com' }
}
