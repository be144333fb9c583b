import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { Email, IdParams } from './schemas.ts'

/** What buyers learn of an item's copies: whether one can be paid for now, and how many are left where that is said. */
export const Copies = z.object({
  /** `held`: the last ones are being paid for, and may come back. */
  state: z.enum(['available', 'held', 'sold_out']),
  /** Null when it is license keys of the creator's list that are limited. Their number isn't said. */
  max: z.nullable(z.int()),
  left: z.nullable(z.int()),
})

/** What the creator sees of them; `max` is null when they are not limited. */
export const CopyCounts = z.object({ max: z.nullable(z.int()), used: z.int(), reserved: z.int() })

const maxCopiesMessage = `Use a whole number from 1 to ${limits.maxCopies.toLocaleString('en-US')}`
const isNumberOfCopies = (text: string) =>
  text === '' || (/^\d{1,9}$/.test(text) && Number(text) >= 1 && Number(text) <= limits.maxCopies)

/** The fields of the upload form. */
export const copiesFields = {
  /** How many can be sold; empty for no limit. */
  maxCopies: z._default(
    z
      .string()
      .check(z.trim(), z.maxLength(20, maxCopiesMessage), z.refine(isNumberOfCopies, maxCopiesMessage)),
    '',
  ),
  /** Whether the tip page always says how many are left. */
  showsCopiesLeft: z._default(z.enum(['true', 'false']), 'false'),
}

export const requestCopies = defineRoute({
  method: 'POST',
  path: '/api/content/:id/copy-requests',
  auth: 'public',
  summary:
    'Asks for one email when the creator of a sold-out item makes more, or a copy comes back. The response is the same for known and unknown addresses.',
  params: IdParams,
  body: z.object({ email: Email }),
  response: z.object({ saved: z.literal(true) }),
})

export const requestCopiesForm = defineRoute({
  method: 'POST',
  path: '/p/:id/tell-me',
  auth: 'public',
  transport: 'urlencoded',
  summary: 'The same, for the tip page’s own form. Redirects back to the tip page.',
  params: IdParams,
  body: z.object({ email: z._default(z.string().check(z.maxLength(1_000)), '') }),
})
