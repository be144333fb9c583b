import * as z from 'zod/mini'
import { defineRoute } from './route.ts'
import { Email } from './schemas.ts'

const TokenParams = z.object({ token: z.string().check(z.minLength(1), z.maxLength(600)) })

export const BuyerDataInput = z.object({ email: Email })

export const requestBuyerData = defineRoute({
  method: 'POST',
  path: '/api/buyer-data',
  auth: 'public',
  summary:
    'Emails a link with which an address exports or erases its data. The response is the same whether or not the address is known.',
  body: BuyerDataInput,
  response: z.object({ sent: z.literal(true) }),
})

export const exportBuyerData = defineRoute({
  method: 'GET',
  path: '/my-data/:token/export',
  auth: 'buyer',
  transport: 'file',
  summary: 'Returns everything that is stored about the link’s address as JSON.',
  params: TokenParams,
})

export const eraseBuyerData = defineRoute({
  method: 'POST',
  path: '/api/buyer-data/:token/erase',
  auth: 'buyer',
  summary:
    'Erases the link’s address and everything its owner wrote. Amounts, countries and receipts stay, because the books need them. Access links keep working.',
  params: TokenParams,
  response: z.object({ purchases: z.int() }),
})
