import { spoken } from '../../../domain/price.ts'
import type { Ports } from '../../ports/index.ts'
import { mailPage, oneLine } from '../../ports/mail-page.ts'
import type { Mail } from '../../ports/mailer.ts'
import { contentById } from '../content/repository.ts'
import type { Bought } from './repository.ts'

/** Says why money comes back that nobody asked for. */
export function undeliverableMail({
  to,
  title,
  bought: { purchase },
  why,
}: {
  to: string
  title: string
  bought: Bought
  /** `removed` from the site; anything else is a file that is gone. */
  why: string | undefined
}): Mail {
  const money = spoken(purchase.amount - purchase.disputed, purchase.currency)
  return {
    to,
    subject: `You get ${money} back: we could not deliver ${title}`,
    ...mailPage({
      title: `You get ${money} back`,
      lines: [
        why === 'removed'
          ? `You paid for ${title}, and it was removed from this site. We cannot deliver it.`
          : `You paid for ${title}, and its file is no longer there. We cannot deliver it.`,
        `So we give you all of your money back, to your card. There is nothing for you to do.`,
        `Order ${purchase.id}`,
      ],
      after: ['Banks take 5 to 10 days to show it.', 'We are sorry.'],
    }),
  }
}

/** Asks a creator for a file that the store has lost; nothing to say once the item has another one. */
export async function fileGoneMail(
  { db, config }: Ports,
  to: string,
  contentId: number | undefined,
): Promise<Mail | undefined> {
  const row = contentId === undefined ? undefined : await contentById(db, contentId)
  if (!row) return undefined
  const title = oneLine(row.content.title)
  return {
    to,
    subject: `The file of ${title} is missing`,
    ...mailPage({
      title: 'A file of yours is missing',
      lines: [
        `The file of ${title} is no longer in our store. It cannot be bought until it is there again.`,
        'Buyers who never had it get their money back. Those who had it keep their access link.',
      ],
      button: { label: 'Go to your dashboard', url: `${config.publicUrl}/dashboard` },
      after: ['Upload the file again, and everybody who bought it gets the new one.'],
    }),
  }
}
