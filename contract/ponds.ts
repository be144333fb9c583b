import * as z from 'zod/mini'
import { buildUrl, defineRoute } from './route.ts'

/** The drawn cover of an item without a picture: how its water looks, and how many rings its sales have made. */
export const Pond = z.object({ seed: z.int(), rings: z.int() })
export type Pond = z.infer<typeof Pond>

const maxSeed = 65_535

/** The seed that an item's creator chose. */
export const PondSeed = z.int('Choose a color').check(z.gte(0), z.lte(maxSeed))
/** As a field of a form; empty for the one by the item's id. */
export const PondSeedField = z.union([z.literal(''), z.pipe(z.coerce.number(), PondSeed)])

export const getPond = defineRoute({
  method: 'GET',
  path: '/api/ponds/:seed/:rings',
  auth: 'public',
  transport: 'file',
  summary:
    'Returns the drawn cover of items without an image as SVG: a drop over water, and rings for sales. `as=thumb` is drawn for lists; `v` is the version of the drawing.',
  params: z.object({
    seed: z.coerce.number().check(z.int(), z.gte(0), z.lte(maxSeed)),
    rings: z.coerce.number().check(z.int(), z.gte(0), z.lte(26)),
  }),
  query: z.object({
    as: z._default(z.enum(['cover', 'thumb', 'water']), 'cover'),
    v: z.optional(z.string().check(z.maxLength(8))),
  }),
})

/** Its address has the number of rings and not of sales, so that browsers keep it between rings. */
export function pondUrl(params: Pond, as?: 'thumb' | 'water'): string {
  return buildUrl(getPond, { params, query: { as, v: 1 } })
}
