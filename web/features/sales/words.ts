import type { SaleDetail, SaleEntry } from '../../../contract/sales.ts'
import { formatMoment } from '../../ui/date-text.ts'

export const entryNames: Record<SaleEntry['kind'], string> = {
  sale: 'Sale',
  refund: 'Refund',
  refund_failed: 'Refund came back',
  dispute: 'Taken by the bank',
  dispute_won: 'Given back by the bank',
}

const mailNames: Record<string, string> = {
  access: 'Access link',
  'access-again': 'Access link, again',
  'already-owned': 'Already owned',
  'access-closed': 'Access closed',
  refund: 'Refund',
  'refund-asked': 'Refund request, to you',
  'refund-refused': 'Refund refused',
  undeliverable: 'Could not be delivered',
}

export function mailName(kind: string): string {
  return mailNames[kind] ?? 'Mail'
}

/** Where access stands, and why. */
export function accessSentence({ closed, openedAt }: SaleDetail): string {
  const opened = openedAt ? `First opened on ${formatMoment(openedAt)}.` : 'Not opened yet.'
  if (!closed) return `The buyer can open it. ${opened}`
  const day = formatMoment(closed.at)
  const why = {
    refund: `Closed with the refund on ${day}.`,
    dispute: `Closed on ${day}, because the buyer disputes the payment at the bank. The bank decides.`,
    creator: `You closed it on ${day}.`,
    admin: `Closed by us on ${day}.`,
  }[closed.by]
  return `${why} ${opened}`
}
