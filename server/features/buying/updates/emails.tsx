import { toSingleLine } from '../../../../contract/text.ts'
import { isActive, mayBeShown } from '../../../../domain/access.ts'
import { formatLongDate } from '../../../../domain/dates.ts'
import { findRow } from '../../../db/rows.ts'
import { contentVersions } from '../../../db/schema/index.ts'
import type { Ports } from '../../../ports/index.ts'
import { emailCover } from '../../selling/content/email-cover.ts'
import { findContentById } from '../../selling/content/repository.ts'
import { stateOf } from '../../selling/content/shown.ts'
import { type EmailOf, type EmailRenderers, keptFor } from '../../telling/deliveries/deliveries.ts'
import type { Email } from '../../telling/email/email.ts'
import { unsubscribeHeaders } from '../../telling/email/layout.tsx'
import { itemFacts, openLabel } from '../access/emails.tsx'
import { accessUrl } from '../access/verify-purchase.ts'
import { findPurchase } from '../purchases/repository.ts'
import { hasOptedOut, updatesToken } from './updates.ts'

/** Longer than the time in which the job that stores them is tried again. */
const keepDays = 30

export const updateEmails = {
  item_updated: keptFor(keepDays, itemUpdated),
} satisfies Partial<EmailRenderers>

/** Nothing for a buyer who was refunded or has turned updates off meanwhile, nor of an item that its creator may not show. */
async function itemUpdated(ports: Ports, { data }: EmailOf<'item_updated'>): Promise<Email | undefined> {
  const { db, config } = ports
  const bought = await findPurchase(db, data.purchaseId)
  const version = await findRow(db, contentVersions, { id: data.versionId })
  const row = version && (await findContentById(db, version.contentId))
  const sold = bought && (await findContentById(db, bought.purchase.contentId))
  if (!bought || !version || !row || !sold || !isActive(bought.grant)) return undefined
  if (!mayBeShown(stateOf(row), 'own') || (await hasOptedOut(ports, bought))) return undefined
  const { title, creator, sender } = itemFacts(row)
  const bundle = sold.content.isBundle ? toSingleLine(sold.content.title) : title
  const stopUrl = `${config.publicUrl}/stop-updates/${updatesToken(ports, bought.purchase.id)}`
  return {
    subject: `What’s new in ${title}`,
    ...sender,
    title: `What’s new in ${title}`,
    cover: emailCover(config, row),
    ...(version.number && { label: `Version ${version.number}` }),
    lines: [],
    quotes: version.notes
      ? [
          {
            text: version.notes,
            by: `${creator ?? 'The creator'}, ${formatLongDate(version.createdAt, 'short')}`,
          },
        ]
      : [],
    button: { label: openLabel(bundle), url: await accessUrl(ports, bought) },
    headers: unsubscribeHeaders(stopUrl),
    footer: {
      reason: `You got this email because you bought ${bundle}. It’s the same link as before.`,
      links: [{ label: `Stop updates of ${bundle}`, url: stopUrl }],
    },
  }
}
