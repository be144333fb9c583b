import { site } from '../../../contract/site.ts'
import { isForSale } from '../../../domain/access.ts'
import { formatMoney, minimumCharge } from '../../../domain/price.ts'

import type { Ports } from '../../ports/index.ts'
import type { EmailMessage } from '../../ports/mailer.ts'
import { type ContentRow, findContentById } from '../content/repository.ts'
import { collapseWhitespace, renderEmailLayout } from '../mail/layout.ts'
import type { EmailRow } from '../mail/outbox.ts'
import { creatorName } from './creator-name.ts'
import { followerState, followerToken } from './follow.ts'
import { type CreatorRow, findFollower } from './repository.ts'

/** The email of an outbox row to a follower. Undefined for other kinds, and when it no longer applies. */
export async function followerEmail(ports: Ports, row: EmailRow): Promise<EmailMessage | undefined> {
  const { kind, data, recipient: to } = row
  if (kind !== 'follow_confirmation' && kind !== 'follower_update') return undefined
  const followerWithCreator =
    data.followerId === undefined ? undefined : await findFollower(ports.db, data.followerId)
  if (!followerWithCreator) return undefined
  const { follower, creator } = followerWithCreator
  const token = followerToken(ports, follower.id)
  const state = followerState(follower)
  if (kind === 'follow_confirmation')
    return state === 'unconfirmed' ? confirmationEmail(ports, { to, token, creator }) : undefined
  const item = data.contentId === undefined ? undefined : await findContentById(ports.db, data.contentId)
  if (state !== 'following' || !item || !isForSale(item.content, item.creator)) return undefined
  return newItemEmail(ports, { to, token, creator, item })
}

type FollowerEmail = { to: string; token: string; creator: CreatorRow }

function confirmationEmail({ config }: Ports, { to, token, creator }: FollowerEmail): EmailMessage {
  const name = collapseWhitespace(creatorName(creator))
  const title = `Confirm that you want to follow ${name}`
  return {
    to,
    subject: title,
    ...renderEmailLayout({
      title,
      lines: [`You’ll get one email each time ${name} publishes something new. You can unsubscribe anytime.`],
      button: { label: `Follow ${name}`, url: `${config.publicUrl}/following/${token}` },
      closingLines: ['If you didn’t ask for this, you can ignore this email. We won’t write again.'],
    }),
  }
}

function newItemEmail(
  { config, paymentProvider }: Ports,
  { to, token, creator, item: { content } }: FollowerEmail & { item: ContentRow },
): EmailMessage {
  const name = collapseWhitespace(creatorName(creator))
  const title = collapseWhitespace(content.title)
  const amount = formatMoney(
    minimumCharge(content, paymentProvider.chargeLimits(content.currency)),
    content.currency,
  )
  const price = content.pricingModel === 'fixed' ? amount : `From ${amount}`
  const unsubscribeUrl = `${config.publicUrl}/unfollow/${token}`
  const excerpt = firstLine(content.description)
  return {
    to,
    subject: `New from ${name}: ${title}`,
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
    ...renderEmailLayout({
      title,
      lines: [`${name} just published this. ${price}.`, ...(excerpt ? [excerpt] : [])],
      button: { label: 'See it', url: `${config.publicUrl}/p/${content.id}` },
      links: [{ label: 'Unsubscribe', url: unsubscribeUrl }],
      closingLines: [`You get this email because you follow ${name} on ${site().name}.`],
    }),
  }
}

const maxExcerptLength = 200

function firstLine(text: string): string {
  const line = text.trim().split('\n')[0] ?? ''
  return line.length <= maxExcerptLength ? line : `${line.slice(0, maxExcerptLength - 1).trimEnd()}…`
}
