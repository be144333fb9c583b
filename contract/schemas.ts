import { z } from 'zod'
import { limits } from './limits.ts'

/** Random numeric ids of 10 to 12 digits; smaller ones are accepted so that an unknown id is a 404, not a 400. */
export const Id = z.coerce
  .number({ error: 'Not a valid id' })
  .int('Not a valid id')
  .positive('Not a valid id')
  .max(Number.MAX_SAFE_INTEGER)
export const IdParams = z.object({ id: Id })

/** The number of a page, and what a list of numbered pages answers beside its rows. */
export const PageNumber = z.coerce.number().int().min(1).max(10_000).default(1)
export const pageFields = { total: z.number().int(), page: z.number().int() }

/** Where the next page of a list begins that starts with the newest; opaque to whoever asks. */
export const Cursor = z.string().regex(/^\d{1,14}-\d{1,15}$/, 'Not a valid page')

export const Plan = z.enum(['creator', 'pro'])

/** Where a bank's dispute stands, in words of ours. An inquiry moves no money. */
export const DisputeState = z.enum(['inquiry', 'open', 'won', 'lost'])

/** A moment as ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime()

export const Email = z
  .string({ error: 'Enter your e-mail address' })
  .trim()
  .max(limits.maxEmailLength, 'This e-mail address is too long')
  .pipe(z.email('Enter an e-mail address like name@example.com'))

/** Why, in a person's own words; may be left out. */
export const Reason = z
  .string()
  .trim()
  .max(limits.maxReasonLength, `At most ${limits.maxReasonLength} characters`)
  .default('')

/** Why, where whoever it concerns is told: never empty. */
export function requiredReason(reader: 'buyer' | 'creator') {
  const sentence = `Say why: the ${reader} reads it`
  return z
    .string({ error: sentence })
    .trim()
    .min(1, sentence)
    .max(limits.maxReasonLength, `At most ${limits.maxReasonLength} characters`)
}
