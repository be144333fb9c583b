import * as z from 'zod/mini'
import { hasForeignLocalPart, isEmail, normalizeEmail } from './email-address.ts'
import { limits } from './limits.ts'
import { MultiLine, RequiredMultiLine } from './text.ts'

/**
 * The first and the last day that a field accepts. PostgreSQL has no year 0, and none after 9999 in four digits; a time
 * zone can move a day at the end of such a range out of it.
 */
const firstDay = '2000-01-01'
const lastDay = '2200-12-31'

/** Whether a text is a day, `2026-03-01`, that exists and that fields accept. */
export function isSupportedDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text) || text < firstDay || text > lastDay) return false
  const at = Date.parse(text)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** Whether a text is the name of a time zone, such as `Europe/Rome`. */
export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

/** Random numeric ids of 10 to 12 digits; smaller ones are accepted, so that an unknown id is a 404 and not a 400. */
export const Id = z.coerce
  .number({ error: 'Not a valid id' })
  .check(z.int('Not a valid id'), z.positive('Not a valid id'), z.lte(Number.MAX_SAFE_INTEGER))
export const IdParams = z.object({ id: Id })

/** The page number, and the fields of a numbered list besides its rows. */
export const PageNumber = z._default(z.coerce.number().check(z.int(), z.gte(1), z.lte(10_000)), 1)
export const pageFields = { total: z.int(), page: z.int() }

/** The cursor of the next page in a list sorted by newest; opaque to clients. */
export const Cursor = z.string().check(z.regex(/^\d{1,14}-\d{1,15}$/, 'Not a valid page'))

export const plans = ['creator', 'pro'] as const
export const Plan = z.enum(plans)

/** The state of a dispute. An inquiry moves no money. */
export const DisputeState = z.enum(['inquiry', 'open', 'won', 'lost'])

/** A day that a person chooses, `2026-03-01`: one that exists, from 2000 to 2200. */
export const Day = z
  .string({ error: 'Choose a day' })
  .check(z.refine(isSupportedDay, 'Enter a date like 2026-03-01, from 2000 to 2200'))

/** The time zone of a browser, which may name one that we don't know. That one is ignored. */
export const BrowserTimeZone = z.optional(z.string().check(z.maxLength(64)))

/** A time zone by its IANA name, such as `Europe/Rome`. */
export const TimeZone = z.string().check(z.maxLength(64), z.refine(isTimeZone, 'Not a time zone'))

/**
 * A list in a response. A longer one is an error, so that whoever reads more rows than the limit learns of it; the
 * queries have the same limits.
 */
export function list<Item extends z.core.$ZodType>(item: Item, max: number = limits.maxPageSize) {
  return z.array(item).check(z.maxLength(max))
}

/** A time as ISO 8601 in UTC. */
export const Timestamp = z.iso.datetime()

/** An email address in the form of `normalizeEmail`, the only one that is stored and looked up. */
export const Email = z.string({ error: 'Enter your email address' }).check(
  z.overwrite(normalizeEmail),
  z.maxLength(limits.maxEmailLength, 'This email address is too long'),
  z.refine(
    (text) => !hasForeignLocalPart(text),
    'We can only send email to addresses with the letters a to z before the @',
  ),
  z.refine(
    (text) => hasForeignLocalPart(text) || isEmail(text),
    'Enter an email address like name@example.com',
  ),
)

/** A reason in a person's own words; optional. */
export const Reason = z._default(MultiLine(limits.maxReasonLength), '')

/** A required reason, shown to the buyer or the creator or kept in the audit log. */
export function requiredReason(reader: 'buyer' | 'creator' | 'audit log') {
  return RequiredMultiLine(limits.maxReasonLength, `Enter a reason for the ${reader}`)
}
