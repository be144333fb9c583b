import { limits } from '../../../../contract/limits.ts'
import { site } from '../../../../contract/site.ts'
import { toSingleLine } from '../../../../contract/text.ts'
import { isForSale } from '../../../../domain/access.ts'
import type { Ports } from '../../../ports/index.ts'
import { emailCover } from '../../selling/content/email-cover.ts'
import { findContentById } from '../../selling/content/repository.ts'
import { creatorName } from '../../selling/creators/service.ts'
import {
  type EmailOf,
  type EmailRenderers,
  keptFor,
  transientDays,
} from '../../telling/deliveries/deliveries.ts'
import type { Email } from '../../telling/email/email.ts'
import { contentOfPurchase } from '../access/active-access.ts'
import { freeAccessEmail } from '../access/emails.tsx'
import { workingKeys } from '../access/license-cards.ts'
import { accessUrl } from '../access/verify-purchase.ts'
import { presentWait } from '../access/wait.ts'
import { waitingEmail } from '../access/waiting-email.tsx'
import { findPurchase } from '../purchases/repository.ts'
import { freeLinkExpiry, freeLinkToken } from './free-link.ts'

/** The address may never have been confirmed, or was typed for this one email. */
const keepDays = 30

export const freeEmails = {
  free_link: keptFor(keepDays, freeLinkEmail),
  free_access: keptFor(keepDays, wishedEmail),
  free_paused: keptFor(transientDays, freePausedEmail),
} satisfies Partial<EmailRenderers>

async function freeLinkEmail(
  ports: Ports,
  { to, data, createdAt }: EmailOf<'free_link'>,
): Promise<Email | undefined> {
  const row = await findContentById(ports.db, data.contentId)
  if (!row || !isForSale(row.content, row.creator) || row.content.pricingModel !== 'free') return undefined
  const claims = { contentId: data.contentId, email: to, expiresAt: freeLinkExpiry(createdAt) }
  const title = toSingleLine(row.content.title)
  const name = toSingleLine(creatorName(row.creator))
  return {
    subject: `Your link to ${title}`,
    senderName: `${name} via ${site().name}`,
    title: `Get “${title}”`,
    cover: emailCover(ports.config, row),
    lines: [
      `It’s free. ${name} asks for a confirmed email address, and opening the link confirms yours.`,
      `You’ll also get an email when ${name} publishes something new, at most one a day. You can unsubscribe anytime.`,
    ],
    button: { label: 'Get it free', url: `${ports.config.publicUrl}/free/${freeLinkToken(ports, claims)}` },
    closingLines: [
      'The link works for 24 hours.',
      'If you didn’t ask for this, you can ignore this email. We won’t write again.',
    ],
    footer: 'buyer',
  }
}

async function wishedEmail(ports: Ports, { data }: EmailOf<'free_access'>): Promise<Email | undefined> {
  const bought = await findPurchase(ports.db, data.purchaseId)
  if (!bought || bought.grant.revokedAt) return undefined
  const row = await contentOfPurchase(ports, bought)
  const url = await accessUrl(ports, bought)
  const wait = presentWait(bought.purchase, row, ports.clock.now())
  if (wait) return waitingEmail(ports, { row, bought, url, wait })
  return freeAccessEmail(ports, { row, bought, url, keys: await workingKeys(ports, row, bought) })
}

async function freePausedEmail(
  { db, config }: Ports,
  { data }: EmailOf<'free_paused'>,
): Promise<Email | undefined> {
  const row = await findContentById(db, data.contentId)
  if (!row || row.content.deletedAt) return undefined
  const title = toSingleLine(row.content.title)
  const minutes = limits.freePauseMs / 60_000
  return {
    subject: `Paused for ${minutes} minutes: ${title}`,
    title: `“${title}” was paused for ${minutes} minutes`,
    lines: [
      'Far more people got it free in the last hour than visited its page, which usually means a program and not fans.',
      'It opens again automatically, and everyone who has it keeps it. You don’t need to do anything.',
      'If this happens often, edit the item and ask for an email first.',
    ],
    button: { label: 'Edit the item', url: `${config.publicUrl}/dashboard/content/${data.contentId}/edit` },
  }
}
