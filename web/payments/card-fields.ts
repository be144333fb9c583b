import { formSchema } from '../ui/form-schema.ts'
import { readBuyerEmail } from './buyer-email.ts'
import { cardNamed, isInDate } from './cards.ts'

/** What the sandbox's form takes. Only the card's name leaves it: its number ends here, in the browser. */
export const cardFields = formSchema({
  email: readBuyerEmail,
  card(typed) {
    if (typed === '') return { wrong: 'Enter the number of a test card' }
    const name = cardNamed(typed)
    return name ? { value: name } : { wrong: 'This is a test form. Never type a real card.' }
  },
  expiry: (typed) =>
    isInDate(typed, new Date())
      ? { value: typed }
      : { wrong: 'Enter a month that is not over, such as 12 / 34' },
  cvc: (typed) =>
    /^\d{3,4}$/.test(typed) ? { value: typed } : { wrong: 'Enter the three digits on the back of the card' },
})

/** The field that a decline is about. */
export function fieldOf(code: string): 'card' | 'expiry' | 'cvc' {
  if (code === 'expired_card') return 'expiry'
  return code === 'incorrect_cvc' ? 'cvc' : 'card'
}
