import * as z from 'zod/mini'
import { limits } from './limits.ts'

/** The fields of the upload form for what fans, buyers and followers see. */
export const promotionFields = {
  /** Private unless the creator shows it, as in the upload form. */
  showEarnings: z._default(z.enum(['true', 'false']), 'false'),
  /** Shown to buyers; empty for the creator's default note. */
  thankYouNote: z._default(
    z
      .string()
      .check(
        z.trim(),
        z.maxLength(limits.maxThankYouNoteLength, `Use ${limits.maxThankYouNoteLength} characters or fewer`),
      ),
    '',
  ),
  /** The lines of the “What’s inside” list. */
  whatsInside: z._default(
    z
      .string()
      .check(
        z.maxLength(limits.maxWhatsInsideLength, `Use ${limits.maxWhatsInsideLength} characters or fewer`),
      ),
    '',
  ),
  /** Emails the creator's followers about the item when it is published. */
  notifyFollowers: z._default(z.enum(['true', 'false']), 'false'),
}
