import { dictionary } from '../../../../contract/dictionary.ts'
import type { Sale, SaleDetail } from '../../../../contract/sales.ts'

/** What a sale was; undefined where it was one item. */
export function soldAsLabel({
  soldAs,
  upgradedFrom,
}: Pick<Sale, 'soldAs' | 'upgradedFrom'>): string | undefined {
  const labels: Record<Sale['soldAs'], string | undefined> = {
    item: undefined,
    bundle: 'Bundle',
    rest_of_bundle: 'Rest of a bundle',
    upgrade: `Upgrade from ${upgradedFrom}`,
  }
  return labels[soldAs]
}

/** That a buyer has used a code more often than one buyer may, by the same card or address. */
export function codeUsesLabel({ codeUses }: Pick<Sale, 'codeUses'>): string | undefined {
  if (codeUses === null) return undefined
  return codeUses === 2 ? 'Used twice' : `Used ${codeUses} times`
}

const emailLabels: Record<string, string> = dictionary({
  purchase_access: 'Access link',
  purchase_access_resent: 'Access link resent',
  already_owned: 'Already owned',
  sale: 'Sale (sent to you)',
  message_to_buyer: 'Your message',
  message_to_creator: 'Message (sent to you)',
  access_revoked: 'Access revoked',
  license_replaced: 'New license key',
  license_revoked: 'License key revoked',
  purchase_email_corrected: 'Address changed (sent to the old address)',
  refund_issued: 'Refund',
  refund_requested: 'Refund request (sent to you)',
  refund_rejected: 'Refund declined',
  refund_undeliverable: 'Delivery failed',
})

export function emailLabel(kind: string): string {
  return emailLabels[kind] ?? 'Email'
}

export function accessDescription(
  { revocation, firstAccessedAt }: SaleDetail,
  formatTime: (iso: string) => string,
): string {
  const opened = firstAccessedAt ? `First opened ${formatTime(firstAccessedAt)}.` : 'Not opened yet.'
  if (!revocation) return `The buyer has access. ${opened}`
  const day = formatTime(revocation.at)
  const reasons: Record<typeof revocation.by, string> = {
    refund: `Access ended with the refund on ${day}.`,
    dispute: `Access ended on ${day} because the buyer disputed the payment. Their bank will decide.`,
    creator: `You revoked access on ${day}.`,
    admin: `We revoked access on ${day}.`,
  }
  return `${reasons[revocation.by]} ${opened}`
}
