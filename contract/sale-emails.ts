import * as z from 'zod/mini'
import { defineRoute } from './route.ts'
import { BrowserTimeZone } from './schemas.ts'

/** Which sales are emailed to their creator: each one, a list once a day, or none. The first sale always is. */
export const saleEmailChoices = ['each', 'daily', 'off'] as const
export const SaleEmailChoice = z.enum(saleEmailChoices)
export type SaleEmailChoice = z.infer<typeof SaleEmailChoice>

const Choice = z.object({ choice: SaleEmailChoice })

export const getSaleEmails = defineRoute({
  method: 'GET',
  path: '/api/sale-emails',
  auth: 'creator',
  summary: 'Returns which sales are emailed.',
  response: Choice,
})

export const setSaleEmails = defineRoute({
  method: 'PATCH',
  path: '/api/sale-emails',
  auth: 'creator',
  summary: 'Chooses which sales are emailed. The first sale always is.',
  body: z.extend(Choice, { timeZone: BrowserTimeZone }),
  response: Choice,
})

/** Proves that the caller reads the creator's email. */
const TokenParams = z.object({ token: z.string().check(z.maxLength(200)) })

export const getEmailedChoice = defineRoute({
  method: 'GET',
  path: '/api/sale-emails/:token',
  auth: 'public',
  summary: 'Returns the choice of the creator whom an emailed link names. Changes nothing.',
  params: TokenParams,
  response: Choice,
})

export const setEmailedChoice = defineRoute({
  method: 'POST',
  path: '/sale-emails/:token',
  auth: 'public',
  transport: 'urlencoded',
  summary:
    'Changes it without signing in: by the emailed page’s form, or to none in one click by the mail program (RFC 8058).',
  params: TokenParams,
  body: z.object({ page: z.optional(z.string()), choice: z._default(SaleEmailChoice, 'off') }),
})
