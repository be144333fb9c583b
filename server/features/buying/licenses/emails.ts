import type { Ports } from '../../../ports/index.ts'
import { findContentById } from '../../selling/content/repository.ts'
import { findLicense, selectOfPurchase } from '../../selling/licenses/repository.ts'
import {
  type EmailOf,
  type EmailRenderers,
  keptFor,
  transientDays,
} from '../../telling/deliveries/deliveries.ts'
import type { Email } from '../../telling/email/email.ts'
import { itemFacts, openLabel } from '../access/emails.tsx'
import { accessUrl } from '../access/verify-purchase.ts'
import { findPurchase } from '../purchases/repository.ts'

export const licenseEmails = {
  license_replaced: keptFor(transientDays, keyChanged),
  license_revoked: keptFor(transientDays, keyChanged),
  license_key_arrived: keyArrived,
} satisfies Partial<EmailRenderers>

/** To the buyer: their creator has replaced or ended a key, and why. Undefined when that is not so any more. */
async function keyChanged(
  ports: Ports,
  { kind, to, data: { purchaseId, licenseId, reason } }: EmailOf<'license_replaced' | 'license_revoked'>,
): Promise<Email | undefined> {
  const [bought, license] = await Promise.all([
    findPurchase(ports.db, purchaseId),
    findLicense(ports.db, licenseId),
  ])
  const row = license && (await findContentById(ports.db, license.contentId))
  if (!bought || !license || !row || bought.grant.revokedAt) return undefined
  if (to.toLowerCase() !== bought.purchase.buyerEmail.toLowerCase()) return undefined
  if ((license.revokedAt !== null) !== (kind === 'license_revoked')) return undefined
  const { title, creator, sender } = itemFacts(row)
  const by = creator ?? 'the creator'
  const shared = {
    ...sender,
    quotes: [{ text: reason, by }],
    button: { label: openLabel(title), url: await accessUrl(ports, bought) },
    smallPrint: [{ text: `Order ${bought.purchase.orderNumber}` }],
    footer: 'buyer' as const,
  }
  if (kind === 'license_revoked')
    return {
      ...shared,
      title: `Your license key for ${title} was revoked`,
      lines: ['The key stopped working. You still have the rest of your purchase.'],
    }
  return {
    ...shared,
    title: `A new license key for ${title}`,
    lines: ['The old key stopped working. Your devices stay.'],
    facts: [{ label: 'License key', value: license.key }],
  }
}

/** To a buyer who waited for it. Undefined when the key is not theirs any more. */
async function keyArrived(
  ports: Ports,
  { to, data: { purchaseId, contentId } }: EmailOf<'license_key_arrived'>,
): Promise<Email | undefined> {
  const [bought, row] = await Promise.all([
    findPurchase(ports.db, purchaseId),
    findContentById(ports.db, contentId),
  ])
  const sold = await selectOfPurchase(ports.db, purchaseId)
  const license = sold.find((each) => each.license.contentId === contentId)?.license
  if (!bought || !row || !license || license.revokedAt || bought.grant.revokedAt) return undefined
  if (to.toLowerCase() !== bought.purchase.buyerEmail.toLowerCase()) return undefined
  const { title, sender } = itemFacts(row)
  return {
    ...sender,
    title: `Your license key for ${title} is here`,
    lines: ['Thank you for waiting.'],
    facts: [{ label: 'License key', value: license.key }],
    button: { label: openLabel(title), url: await accessUrl(ports, bought) },
    smallPrint: [{ text: `Order ${bought.purchase.orderNumber}` }],
    footer: 'buyer',
  }
}
