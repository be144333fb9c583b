import * as z from 'zod/mini'
import { Currency, DecimalString } from './money.ts'
import { defineRoute } from './route.ts'
import { IdParams, Timestamp } from './schemas.ts'

/** An item's newest purchase by this browser that still gives access. */
export const OwnedPurchase = z.object({
  accessUrl: z.string(),
  amount: DecimalString,
  currency: Currency,
  paidAt: Timestamp,
})
export type OwnedPurchase = z.infer<typeof OwnedPurchase>

export const getOwnedPurchase = defineRoute({
  method: 'GET',
  path: '/api/content/:id/owned',
  auth: 'public',
  summary:
    'Returns this browser’s newest purchase of an item (buyer cookie), or null. It says nothing about other browsers.',
  params: IdParams,
  response: z.object({ purchase: z.nullable(OwnedPurchase) }),
})
