import type { SaleDetail, SaleLedgerEntry } from '../../../contract/sales.ts'
import { formatDateTime } from '../../ui/date-text.ts'

export const entryLabels: Record<SaleLedgerEntry['kind'], string> = {
  sale: 'Sale',
  refund: 'Refund',
  refund_reversal: 'Refund came back',
  dispute: 'Taken by the bank',
  dispute_reversal: 'Given back by the bank',
}

const emailLabels: Record<string, string> = {
  purchase_access: 'Access link',
  purchase_access_resent: 'Access link, again',
  already_owned: 'Already owned',
  access_revoked: 'Access closed',
  refund_issued: 'Refund',
  refund_requested: 'Refund request, to you',
  refund_rejected: 'Refund refused',
  refund_undeliverable: 'Could not be delivered',
}

export function emailLabel(kind: string): string {
  return emailLabels[kind] ?? 'Mail'
}

/** The state of access, and the reason. */
export function accessDescription({ revocation, firstAccessedAt }: SaleDetail): string {
  const opened = firstAccessedAt ? `First opened on ${formatDateTime(firstAccessedAt)}.` : 'Not opened yet.'
  if (!revocation) return `The buyer can open it. ${opened}`
  const day = formatDateTime(revocation.at)
  const reason = {
    refund: `Closed with the refund on ${day}.`,
    dispute: `Closed on ${day}, because the buyer disputes the payment at the bank. The bank decides.`,
    creator: `You closed it on ${day}.`,
    admin: `Closed by us on ${day}.`,
  }[revocation.by]
  return `${reason} ${opened}`
}
