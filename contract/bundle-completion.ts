import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { Currency, DecimalString } from './money.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams, list } from './schemas.ts'

/** The rest of a bundle for who owns some of its items. */
export const Completion = z.object({
  price: DecimalString,
  /** What the whole bundle costs, or its minimum; and what all its items and the missing ones cost one by one. */
  bundlePrice: DecimalString,
  allSingly: DecimalString,
  restSingly: DecimalString,
  currency: Currency,
  itemCount: z.int(),
  /** The items of the bundle that this buyer has. */
  ownedIds: list(Id, limits.bundleItems.max),
})
export type Completion = z.infer<typeof Completion>

export const getCompletion = defineRoute({
  method: 'GET',
  path: '/api/content/:id/completion',
  auth: 'public',
  summary:
    'Returns what this browser, by its buyer cookie, would pay for the items of a bundle that it does not own; null for others.',
  params: IdParams,
  response: z.object({ completion: z.nullable(Completion) }),
})
