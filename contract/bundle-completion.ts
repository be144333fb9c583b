import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { Currency, DecimalString } from './money.ts'
import { defineRoute } from './route.ts'
import { Id, IdParams, list } from './schemas.ts'
import { UpgradeOffer } from './upgrades.ts'

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

/** Proves ownership in a link (`ownerProof`), or is `yes` where the browser's cookie does. */
export const OwnerClaim = z.string().check(z.maxLength(2_000))

export const OwnerPrice = z.object({
  completion: z.nullable(Completion),
  upgrade: z.nullable(UpgradeOffer),
  /** Whether the link's proof is over, so that it makes no price. */
  hasEnded: z.boolean(),
})
export type OwnerPrice = z.infer<typeof OwnerPrice>

export const getCompletion = defineRoute({
  method: 'GET',
  path: '/api/content/:id/completion',
  auth: 'public',
  summary:
    'Returns what this browser, by its buyer cookie, or the link with this `owner` would pay as an owner: for the items of a bundle that it does not have, or for an upgrade from an item that it has. Null for others.',
  params: IdParams,
  query: z.object({ owner: z._default(OwnerClaim, '') }),
  response: OwnerPrice,
})
