import * as z from 'zod/mini'
import { defineRoute } from './route.ts'
import { Timestamp, TimeZone } from './schemas.ts'

const chooseMessage = 'Choose a day and time'

/** The fields of the upload form: a day and time, `2026-12-04T18:00`, on the clocks of a place; empty for none. */
export const releaseFields = {
  releaseAt: z._default(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(20, chooseMessage),
        z.regex(/^(\d{4}-\d\d-\d\dT\d\d:\d\d)?$/, chooseMessage),
      ),
    '',
  ),
  releaseTimeZone: z._default(z.union([TimeZone, z.literal('')]), ''),
}

/** A day with its time and place, in words. */
const wordFields = {
  at: Timestamp,
  /** `Friday, Dec 4` */
  day: z.string(),
  /** `Dec 4` */
  shortDay: z.string(),
  /** `Friday, Dec 4, 6 PM in Rome` */
  full: z.string(),
}

/** When an item that is sold before its day comes. */
export const Release = z.object({
  ...wordFields,
  /** `Dec 18`: who pays now and has not got it by then is refunded. */
  refundDay: z.string(),
  /** What is left, from 30 days before the day on. */
  countdown: z.nullable(z.object({ days: z.int(), hours: z.int(), minutes: z.int() })),
})
export type Release = z.infer<typeof Release>

/** What somebody waits for who has paid. `canceled`: it was withdrawn before its day, and is refunded. */
export const Wait = z.object({
  ...wordFields,
  state: z.enum(['waiting', 'canceled']),
  /** The day of the automatic refund, counted from the first day that the buyer was shown. */
  refundDay: z.string(),
})
export type Wait = z.infer<typeof Wait>

/** What the creator set, and how many wait for it. `isOut`: the day has come. */
export const ReleaseForEditing = z.nullable(
  z.object({
    /** `2026-12-04T18:00` on the clocks of the place. */
    localTime: z.string(),
    timeZone: z.string(),
    isOut: z.boolean(),
    waitingCount: z.int(),
    /** `Dec 18`: the first automatic refunds, when the day is moved beyond it. Null while nobody waits. */
    firstRefundDay: z.nullable(z.string()),
  }),
)
export type ReleaseForEditing = z.infer<typeof ReleaseForEditing>

export const getReleaseCalendar = defineRoute({
  method: 'GET',
  path: '/access/:token/calendar.ics',
  auth: 'buyer',
  transport: 'file',
  summary: 'Returns the day of an item that was bought before it as a calendar file.',
  params: z.object({ token: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)) }),
})
