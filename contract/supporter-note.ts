import * as z from 'zod/mini'
import { limits } from './limits.ts'

/** One line, and what is never typed by hand left out. */
const SingleLineText = (maxLength: number) =>
  z._default(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text) => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()),
      ),
      z.string().check(z.maxLength(maxLength, `At most ${maxLength} characters`)),
    ),
    '',
  )

/** What may go along with a payment: words for the creator, and the `utm_*` of the link it came by. */
export const SupporterNote = z.object({
  supporterName: SingleLineText(limits.maxSupporterNameLength),
  supporterMessage: SingleLineText(limits.maxSupporterMessageLength),
  /** Only the creator sees it. */
  isSupporterPrivate: z._default(z.boolean(), false),
  source: z._default(
    z.pipe(
      z.string(),
      z.transform((text) =>
        text
          .split('&')
          .filter((part) => /^utm_[a-z]+=./.test(part))
          .join('&')
          .slice(0, limits.maxUtmParametersLength),
      ),
    ),
    '',
  ),
})
export type SupporterNote = z.infer<typeof SupporterNote>
