import { z } from 'zod'
import { BuyerEmail } from './buyer-email.ts'
import { cardNamed, isInDate } from './cards.ts'

const notATestCard = 'This is a test form. Never type a real card.'

/** What the sandbox's form takes. Only the card's name leaves it: its number ends here, in the browser. */
export const CardFields = z.object({
  email: BuyerEmail,
  card: z
    .string()
    .trim()
    .min(1, 'Enter the number of a test card')
    .transform((typed, context) => {
      const name = cardNamed(typed)
      if (name) return name
      context.issues.push({ code: 'custom', message: notATestCard, input: '' })
      return z.NEVER
    }),
  expiry: z
    .string()
    .refine((text) => isInDate(text, new Date()), 'Enter a month that is not over, such as 12 / 34'),
  cvc: z.string().regex(/^\d{3,4}$/, 'Enter the three digits on the back of the card'),
})
export type CardFields = z.output<typeof CardFields>

/** The field that a decline is about. */
export function fieldOf(code: string): 'card' | 'expiry' | 'cvc' {
  if (code === 'expired_card') return 'expiry'
  return code === 'incorrect_cvc' ? 'cvc' : 'card'
}
