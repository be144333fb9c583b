import { z } from 'zod'
import { limits } from './limits.ts'
import { Currency, MoneyText } from './money.ts'
import { AccessToken, RefundStanding } from './purchases.ts'
import { route } from './route.ts'
import { Email, Id, Reason } from './shapes.ts'

export const sendLostLinks = route({
  method: 'POST',
  path: '/api/purchase/lost-links',
  access: 'anyone',
  summary:
    'Mails every access link bought with an address to that address. The answer is the same whether it is known or not.',
  body: z.object({ email: Email }),
  reply: z.object({ sent: z.literal(true) }),
})

/** A text field of a form without a script: checked by what it is for, so that a mistake leads back to the form. */
const FormText = z.string().max(limits.message).default('')

export const sendLostLinksForm = route({
  method: 'POST',
  path: '/lost-link',
  access: 'anyone',
  transport: 'form',
  summary: "The same from the page's own form; leads back to the page.",
  body: z.object({ email: FormText }),
})

const TokenParams = z.object({ token: AccessToken })

/** What asking for the money back would mean now. Reading it opens nothing. */
export const RefundTerms = z.object({
  title: z.string(),
  /** What would go back, or what went back. */
  amount: MoneyText,
  currency: Currency,
  standing: RefundStanding.or(z.literal('refunded')),
  /** Nothing was opened yet: it is not for the creator to decide. */
  isAutomatic: z.boolean(),
  purchaseId: Id,
})
export type RefundTerms = z.infer<typeof RefundTerms>

export const getRefundTerms = route({
  method: 'GET',
  path: '/api/access/:token/refund',
  access: 'buyer',
  summary: 'Where the buyer stands with the 30-day money-back promise, and who decides.',
  params: TokenParams,
  reply: RefundTerms,
})

export const requestRefund = route({
  method: 'POST',
  path: '/api/access/:token/refund',
  access: 'buyer',
  summary:
    'Asks for the money back within 30 days: at once while nothing was opened, otherwise the creator decides.',
  params: TokenParams,
  body: z.object({
    reason: Reason,
  }),
  reply: z.object({ state: z.enum(['refunded', 'refunding', 'asked']) }),
})

export const requestRefundForm = route({
  method: 'POST',
  path: '/access/:token/refund',
  access: 'buyer',
  transport: 'form',
  summary: "The same from the page's own form; leads back to the page, which says what became of it.",
  params: TokenParams,
  body: z.object({ reason: FormText }),
})
