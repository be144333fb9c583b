import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { MultiLine } from './text.ts'

/** The fields of the upload form for what fans, buyers and followers see. */
export const promotionFields = {
  /** Private unless the creator shows it, as in the upload form. */
  showEarnings: z._default(z.enum(['true', 'false']), 'false'),
  /** Shown to buyers; empty for the creator's default note. */
  thankYouNote: z._default(MultiLine(limits.maxThankYouNoteLength), ''),
  /** The lines of the “What’s inside” list. */
  whatsInside: z._default(MultiLine(limits.maxWhatsInsideLength), ''),
  /** Emails the creator's followers about the item when it is published. */
  notifyFollowers: z._default(z.enum(['true', 'false']), 'false'),
}
