import * as z from 'zod/mini'
import { limits } from './limits.ts'

/** Text on a single line, without control characters. */
const SingleLineText = (maxLength: number) =>
  z._default(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((text) => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim()),
      ),
      z.string().check(z.maxLength(maxLength, `Use ${maxLength} characters or fewer`)),
    ),
    '',
  )

/** Data stored with a payment: a message to the creator, the link's `utm_*` parameters, and the `referrer`'s host. */
export const SupporterNote = z.object({
  supporterName: SingleLineText(limits.maxSupporterNameLength),
  supporterMessage: SingleLineText(limits.maxSupporterMessageLength),
  /** Visible only to the creator. */
  isSupporterPrivate: z._default(z.boolean(), false),
  source: z._default(
    z.pipe(
      z.string(),
      z.transform((text) =>
        text
          .split('&')
          .filter((part) => /^(?:utm_[a-z]+|referrer)=./.test(part))
          .join('&')
          .slice(0, limits.maxUtmParametersLength),
      ),
    ),
    '',
  ),
})
export type SupporterNote = z.infer<typeof SupporterNote>
