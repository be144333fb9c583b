import { formSchema } from '../../ui/form-schema.ts'
import { parseBuyerEmail } from '../buyer-email.ts'
import { isExpiryValid, testCardByNumber } from './card-format.ts'

/** The sandbox's card form. It submits only the test card's name; the number stays in the browser. */
export const sandboxCardSchema = formSchema({
  email: parseBuyerEmail,
  card(typed) {
    if (typed === '') return { error: 'Enter a test card number' }
    const name = testCardByNumber(typed)
    return name
      ? { value: name }
      : { error: 'That’s not a test card. Pick one below, and never use a real card here' }
  },
  expiry: (typed) =>
    isExpiryValid(typed, new Date()) ? { value: typed } : { error: 'Enter a future date, such as 12 / 34' },
  cvc: (typed) =>
    /^\d{3,4}$/.test(typed) ? { value: typed } : { error: 'Enter the 3-digit code on the back of the card' },
})

/** The field of a decline code. */
export function fieldForDecline(code: string): 'card' | 'expiry' | 'cvc' {
  if (code === 'expired_card') return 'expiry'
  return code === 'incorrect_cvc' ? 'cvc' : 'card'
}
