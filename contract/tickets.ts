import * as z from 'zod/mini'
import { defineRoute } from './route.ts'

/** What the page of a purchase shows beside the cover, and lets its buyer share. */
export const Ticket = z.object({
  /**
   * The place among the item’s paid purchases. It never changes; a refund leaves a gap. Null for what was free, for a
   * test, and where the creator shows no numbers.
   */
  number: z.nullable(z.int()),
  /** The buyer’s first name and initial, as typed at the payment; empty for none. */
  name: z.string(),
  /** Where its picture is; null without a number, and while others can’t see the item. */
  pictureUrl: z.nullable(z.string()),
})
export type Ticket = z.infer<typeof Ticket>

/** The purchase, encrypted. It proves nothing else than that somebody was given this address. */
export const TicketToken = z.string().check(z.maxLength(128), z.regex(/^[A-Za-z0-9_.-]+$/))

export const getTicketPicture = defineRoute({
  method: 'GET',
  path: '/tickets/:token/ticket.png',
  auth: 'public',
  transport: 'file',
  summary:
    'Returns the image of a ticket that its buyer shares, 1200 by 630. Not after a refund, and only of a published item.',
  params: z.object({ token: TicketToken }),
})
