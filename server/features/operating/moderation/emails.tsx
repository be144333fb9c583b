import { toSingleLine } from '../../../../contract/text.ts'
import type { Db } from '../../../db/database.ts'
import type { Ports } from '../../../ports/index.ts'
import { findContentById } from '../../selling/content/repository.ts'
import type { EmailOf, EmailRenderers } from '../../telling/deliveries/deliveries.ts'
import type { Email } from '../../telling/email/layout.tsx'

/** The emails to a creator whose account or item was suspended or restored. */
export const moderationEmails = {
  account_suspended: (ports, { data }) => ({
    title: 'Your account has been suspended',
    lines: reasonLines(data.reason),
    closingLines: [
      'Your items have been unpublished. Buyers keep what they bought, and your earnings are still on record.',
    ],
    links: [contactLink(ports)],
  }),
  account_reinstated: ({ config }) => ({
    title: 'Your account has been restored',
    lines: ['You can sign in again, and your items are published again.'],
    button: { label: 'Sign In', url: `${config.publicUrl}/sign-in` },
  }),
  content_taken_down: takenDownEmail,
  async content_reinstated({ db }, { data }) {
    const row = await findContentById(db, data.contentId)
    if (!row) return undefined
    const title = toSingleLine(row.content.title)
    return {
      title: `Restored: ${title}`,
      lines: [`We’ve reviewed ${title}, and it’s published again.`],
    }
  },
} satisfies Partial<EmailRenderers>

async function takenDownEmail(
  ports: Ports,
  { data }: EmailOf<'content_taken_down'>,
): Promise<Email | undefined> {
  const row = await findContentById(ports.db, data.contentId)
  if (!row) return undefined
  const title = toSingleLine(row.content.title)
  return {
    title: `We took down ${title}`,
    lines: [`We’ve taken down ${title}.`, ...reasonLines(data.reason)],
    closingLines: [
      row.content.buyerAccessRevokedAt ? 'Buyers can’t open it for now.' : 'Buyers keep their access.',
    ],
    links: [contactLink(ports)],
  }
}

const contactLink = ({ config }: Ports) => ({ label: 'Contact us', url: `${config.publicUrl}/feedback` })

function reasonLines(reason: string): Array<string> {
  return reason ? [`Reason: ${reason}`] : []
}

/** The emails about a review before the first publication. */
export const contentReviewEmails = {
  async review_requested({ db, config }, { data }) {
    const item = await findItem(db, data)
    if (!item) return undefined
    return {
      title: `Please review ${item.title}`,
      lines: [`${item.creatorEmail} wants to publish a first item. It isn’t public until you approve it.`],
      button: { label: 'Review item', url: `${config.publicUrl}/admin/reviews` },
    }
  },
  async content_approved({ db, config }, { data }) {
    const item = await findItem(db, data)
    if (!item) return undefined
    return {
      title: `${item.title} is published`,
      lines: ['We’ve looked at your item and published it. Your tip link is now ready to share.'],
      button: { label: 'Open tip page', url: `${config.publicUrl}/p/${item.id}` },
    }
  },
  async content_rejected({ db, config }, { data }) {
    const item = await findItem(db, data)
    if (!item) return undefined
    return {
      title: `${item.title} wasn’t published`,
      lines: ['We’ve looked at your item and can’t publish it as it is.', `Reason: ${data.reason}`],
      button: { label: 'Edit item', url: `${config.publicUrl}/edit/${item.id}` },
      closingLines: ['Change it and publish it again, and we’ll take another look.'],
      links: [{ label: 'Contact us', url: `${config.publicUrl}/feedback` }],
    }
  },
} satisfies Partial<EmailRenderers>

async function findItem(db: Db, { contentId }: { contentId: number }) {
  const row = await findContentById(db, contentId)
  if (!row) return undefined
  const { id, title } = row.content
  return { id, title: toSingleLine(title), creatorEmail: row.creator.email }
}
