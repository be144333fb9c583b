import { site } from '../../../../contract/site.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import { isForSale } from '../../../../domain/access.ts'
import type { Ports } from '../../../ports/index.ts'
import { type EmailOf, type EmailRenderers, keptFor } from '../../telling/deliveries/deliveries.ts'
import type { Email } from '../../telling/email/email.ts'
import { emailCover } from '../content/email-cover.ts'
import { addressOf } from '../content/present.ts'
import { findContentById } from '../content/repository.ts'
import { creatorName } from '../creators/service.ts'

/** The address asked for this one email, and nobody needs to prove later that it was sent. */
const keepDays = 30

export const copyEmails = {
  copies_available: keptFor(keepDays, copiesAvailable),
} satisfies Partial<EmailRenderers>

async function copiesAvailable(
  { db, config }: Ports,
  { data: { contentId, isReturned } }: EmailOf<'copies_available'>,
): Promise<Email | undefined> {
  const row = await findContentById(db, contentId)
  if (!row || !isForSale(row.content, row.creator)) return undefined
  const name = toSingleLine(creatorName(row.creator))
  const title = toSingleLine(row.content.title)
  return {
    title: isReturned ? `One copy of ${title} is back` : `There are more of ${title}`,
    cover: emailCover(config, row),
    lines: [
      isReturned
        ? 'It was sold out, and one copy came back. Others who waited get this email too, so be quick if you still want it.'
        : `${name} made more copies. We can’t keep one for you, so be quick if you still want it.`,
    ],
    button: { label: 'See it', url: config.publicUrl + addressOf(row) },
    closingLines: [
      `You asked ${site().name} for this one email. Your address is off the list now, and we won’t write again about it.`,
    ],
  }
}
