import * as z from 'zod/mini'
import { limits } from './limits.ts'
import { OptionalName } from './names.ts'
import { SingleLine } from './text.ts'

/** Data stored with a payment: a message to the creator, the link's `utm_*` parameters, and the `referrer`'s host. */
export const SupporterNote = z.object({
  supporterName: z._default(OptionalName(limits.maxSupporterNameLength), ''),
  supporterMessage: z._default(SingleLine(limits.maxSupporterMessageLength), ''),
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
