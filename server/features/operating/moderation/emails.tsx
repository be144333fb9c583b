import { toSingleLine } from '../../../../contract/text.ts'
import type { Ports } from '../../../ports/index.ts'
import { addressOf } from '../../selling/content/present.ts'
import { findContentById } from '../../selling/content/repository.ts'
import type { EmailData, EmailRenderers } from '../../telling/deliveries/deliveries.ts'
import type { Email } from '../../telling/email/email.ts'

export const moderationEmails = {
  account_suspended: (ports, { data }) => ({
    title: 'Your account has been suspended',
    lines: [
      ...reasonLines(data.reason),
      'Your items have been unpublished. Buyers keep what they bought, and your earnings are still on record.',
    ],
    otherButton: contactLink(ports),
  }),
  account_reinstated: ({ config }) => ({
    title: 'Your account has been restored',
    lines: ['You can sign in again, and your items are published again.'],
    button: { label: 'Sign In', url: `${config.publicUrl}/sign-in` },
  }),
  content_taken_down: aboutItem<'content_taken_down'>((ports, { title, isAccessRevoked }, { reason }) => ({
    title: `We took down ${title}`,
    lines: [
      ...reasonLines(reason),
      isAccessRevoked ? 'Buyers can’t open it for now.' : 'Buyers keep their access.',
    ],
    otherButton: contactLink(ports),
  })),
  content_reinstated: aboutItem((_, { title }) => ({
    title: `Restored: ${title}`,
    lines: [`We’ve reviewed ${title}, and it’s published again.`],
  })),
} satisfies Partial<EmailRenderers>

const contactLink = ({ config }: Ports) => ({ label: 'Contact us', url: `${config.publicUrl}/feedback` })

function reasonLines(reason: string): Array<string> {
  return reason ? [`Reason: ${reason}`] : []
}

export const contentReviewEmails = {
  review_requested: aboutItem(({ config }, { title, creatorEmail }) => ({
    title: `Please review ${title}`,
    lines: [`${creatorEmail} wants to publish a first item. It isn’t public until you approve it.`],
    button: { label: 'Review item', url: `${config.publicUrl}/admin/inbox?kind=review` },
  })),
  content_approved: aboutItem(({ config }, { address, title }) => ({
    title: `${title} is published`,
    lines: ['We’ve looked at your item and published it. Your tip link is now ready to share.'],
    button: { label: 'Open tip page', url: config.publicUrl + address },
  })),
  content_rejected: aboutItem<'content_rejected'>((ports, { id, title }, { reason }) => ({
    title: `${title} wasn’t published`,
    lines: ['We’ve looked at your item and can’t publish it as it is.', `Reason: ${reason}`],
    button: { label: 'Edit item', url: `${ports.config.publicUrl}/edit/${id}` },
    closingLines: ['Change it and publish it again, and we’ll take another look.'],
    otherButton: contactLink(ports),
  })),
} satisfies Partial<EmailRenderers>

type Item = { id: number; address: string; title: string; creatorEmail: string; isAccessRevoked: boolean }
type ItemKind =
  | 'content_taken_down'
  | 'content_reinstated'
  | 'review_requested'
  | 'content_approved'
  | 'content_rejected'

function aboutItem<K extends ItemKind>(render: (ports: Ports, item: Item, data: EmailData[K]) => Email) {
  return async (ports: Ports, { data }: { data: EmailData[K] }): Promise<Email | undefined> => {
    const row = await findContentById(ports.db, data.contentId)
    if (!row) return undefined
    const { id, title, buyerAccessRevokedAt } = row.content
    const isAccessRevoked = buyerAccessRevokedAt !== null
    const item = {
      id,
      address: addressOf(row),
      title: toSingleLine(title),
      creatorEmail: row.creator.email,
      isAccessRevoked,
    }
    return render(ports, item, data)
  }
}
