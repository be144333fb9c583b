import { site } from '../../../../contract/site.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import { formatMoney, minimumCharge } from '../../../../domain/price.ts'
import { truncate } from '../../../../domain/truncate.ts'
import type { Ports } from '../../../ports/index.ts'
import { type EmailOf, type EmailRenderers, keptFor } from '../../telling/deliveries/deliveries.ts'
import type { Email } from '../../telling/email/email.ts'
import { unsubscribeHeaders } from '../../telling/email/layout.tsx'
import { emailCover, emailThumbnail } from '../content/email-cover.ts'
import { addressOf } from '../content/present.ts'
import type { ContentRow } from '../content/repository.ts'
import { followerState, followerToken } from './follow.ts'
import { type CreatorRow, findFollower } from './repository.ts'
import { creatorName } from './service.ts'
import { findItemsOfEmail } from './updates-repository.ts'

/** Limits the size of the email. */
const maxListedItems = 20

/** `follower_update_items` knows who was told about an item. The address may never have been confirmed. */
const keepDays = 30

export const followerEmails = {
  follow_confirmation: keptFor(keepDays, followConfirmation),
  follower_update: keptFor(keepDays, followerUpdate),
} satisfies Partial<EmailRenderers>

async function followConfirmation(
  ports: Ports,
  { data }: EmailOf<'follow_confirmation'>,
): Promise<Email | undefined> {
  const row = await findFollower(ports.db, data.followerId)
  if (!row || followerState(row.follower) !== 'unconfirmed') return undefined
  const token = followerToken(ports, row.follower.id)
  return confirmationEmail(ports, { token, creator: row.creator })
}

async function followerUpdate(
  ports: Ports,
  { id, data }: EmailOf<'follower_update'>,
): Promise<Email | undefined> {
  const row = await findFollower(ports.db, data.followerId)
  if (!row || followerState(row.follower) !== 'following' || row.creator.suspendedAt) return undefined
  const { items, itemCount } = await findItemsOfEmail(ports.db, id, maxListedItems)
  const [item] = items
  if (!item) return undefined
  const email = { token: followerToken(ports, row.follower.id), creator: row.creator }
  return itemCount === 1
    ? newItemEmail(ports, { ...email, item })
    : newItemsEmail(ports, { ...email, items, itemCount })
}

type FollowerEmail = { token: string; creator: CreatorRow }

function confirmationEmail({ config }: Ports, { token, creator }: FollowerEmail): Email {
  const name = toSingleLine(creatorName(creator))
  const title = `Confirm that you want to follow ${name}`
  return {
    title,
    lines: [
      `You’ll get an email when ${name} publishes something new, at most one a day. You can unsubscribe anytime.`,
    ],
    button: { label: `Follow ${name}`, url: `${config.publicUrl}/following/${token}` },
    closingLines: ['If you didn’t ask for this, you can ignore this email. We won’t write again.'],
  }
}

function newItemEmail(ports: Ports, { item, ...email }: FollowerEmail & { item: ContentRow }): Email {
  const name = toSingleLine(creatorName(email.creator))
  const title = toSingleLine(item.content.title)
  const excerpt = firstLine(item.content.description)
  return updateEmail(ports, email, {
    subject: `New from ${name}: ${title}`,
    title,
    cover: emailCover(ports.config, item),
    lines: [`${name} just published this. ${priceOf(ports, item)}.`, ...(excerpt ? [excerpt] : [])],
    button: { label: 'See it', url: itemUrl(ports, item) },
  })
}

/** Lists the newest items; the creator's page has the others. */
function newItemsEmail(
  ports: Ports,
  { items, itemCount, ...email }: FollowerEmail & { items: Array<ContentRow>; itemCount: number },
): Email {
  const name = toSingleLine(creatorName(email.creator))
  const title = `${itemCount} new from ${name}`
  const unlistedCount = itemCount - items.length
  const { handle } = email.creator
  const { publicUrl } = ports.config
  return updateEmail(ports, email, {
    title,
    lines: [
      `${name} published these since the last email.`,
      ...(unlistedCount > 0 ? [`Here are the newest ${items.length} of them.`] : []),
    ],
    list: items.map((item) => ({
      title: toSingleLine(item.content.title),
      url: itemUrl(ports, item),
      details: [firstLine(item.content.description)].filter(Boolean),
      value: priceOf(ports, item),
      picture: emailThumbnail(ports.config, item),
    })),
    ...(handle && { button: { label: `See all from ${name}`, url: `${publicUrl}/@${handle}` } }),
  })
}

function updateEmail({ config }: Ports, { token, creator }: FollowerEmail, email: Email): Email {
  const name = toSingleLine(creatorName(creator))
  const unsubscribeUrl = `${config.publicUrl}/unfollow/${token}`
  return {
    ...email,
    headers: unsubscribeHeaders(unsubscribeUrl),
    footer: {
      reason: `You got this email because you follow ${name} on ${site().name}.`,
      links: [{ label: 'Unsubscribe', url: unsubscribeUrl }],
    },
  }
}

function itemUrl({ config }: Ports, item: ContentRow): string {
  return config.publicUrl + addressOf(item)
}

function priceOf({ paymentProvider }: Ports, { content }: ContentRow): string {
  const { currency, pricingModel } = content
  const amount = formatMoney(minimumCharge(content, paymentProvider.chargeLimits(currency)), currency)
  if (pricingModel === 'free') return 'Free'
  return pricingModel === 'fixed' ? amount : `From ${amount}`
}

const maxExcerptLength = 200

function firstLine(text: string): string {
  return truncate(text.trim().split('\n')[0] ?? '', maxExcerptLength)
}
