import { toSingleLine } from '../../../../contract/text.ts'
import type { Ports } from '../../../ports/index.ts'
import {
  type EmailOf,
  type EmailRenderers,
  keptFor,
  transientDays,
} from '../../telling/deliveries/deliveries.ts'
import type { Email } from '../../telling/email/email.ts'
import { findContentById } from '../content/repository.ts'
import { countPool } from './pool.ts'
import { countWaiting } from './waits.ts'

/** To the creator, about the license keys of their own list. */
export const listEmails = {
  license_keys_few: keptFor(transientDays, fewKeys),
  license_key_missing: keptFor(transientDays, keyMissing),
} satisfies Partial<EmailRenderers>

/** Nothing once keys were added, or the item takes no keys of the list any more. */
async function fewKeys(
  ports: Ports,
  { data: { contentId, left } }: EmailOf<'license_keys_few'>,
): Promise<Email | undefined> {
  const item = await findListed(ports, contentId)
  if (!item || item.left > left) return undefined
  const { title, button } = item
  const shared = { button, footer: 'creator' as const }
  if (left === 0)
    return {
      ...shared,
      title: `No license key is left for ${title}`,
      lines: ['The item says “Sold out” now, and no one can pay for it until you add keys.'],
    }
  return {
    ...shared,
    title: `${left} license keys are left for ${title}`,
    lines: ['When none is left, the item says “Sold out” before anyone pays. Add keys to go on selling.'],
  }
}

/** Nothing when the buyer has the key already. */
async function keyMissing(
  ports: Ports,
  { data: { contentId } }: EmailOf<'license_key_missing'>,
): Promise<Email | undefined> {
  const item = await findListed(ports, contentId)
  const { waiting } = await countWaiting(ports.db, contentId)
  if (!item || waiting === 0) return undefined
  const { title, button } = item
  return {
    title: `A buyer waits for a license key of ${title}`,
    lines: [
      'Someone paid for it while your list had no key left. They see that their key arrives within 72 hours.',
      'Add a key, and they get it at once. If none comes, we’ll refund the sale.',
    ],
    button,
    footer: 'creator',
  }
}

async function findListed({ db, config }: Ports, contentId: number) {
  const row = await findContentById(db, contentId)
  if (row?.content.licenseMode !== 'pool' || row.content.deletedAt) return undefined
  const { left, held } = await countPool(db, contentId)
  return {
    title: toSingleLine(row.content.title),
    left: left + held,
    button: { label: 'Add keys', url: `${config.publicUrl}/edit/${contentId}/license-keys` },
  }
}
