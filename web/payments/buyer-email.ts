import { limits } from '../../contract/limits.ts'
import type { ReadField } from '../ui/form-schema.ts'
import { receiptEmail } from './receipt-email.ts'

/** Where the access link goes: every card form asks for it. The same sentences as the contract's, without its schemas. */
export const readBuyerEmail: ReadField<string> = (typed) => {
  if (typed === '') return { wrong: 'Please enter your email address to receive access links.' }
  if (typed.length > limits.email) return { wrong: 'This e-mail address is too long' }
  const email = receiptEmail(typed)
  return email ? { value: email } : { wrong: 'Enter an e-mail address like name@example.com' }
}
