import type { Sale } from '../../contract/sales.ts'

type BadgeContent = { label: string; tone: 'brand' | 'plain' | 'warn' | 'danger' }

/** The badge of a sale. A pending refund request has priority. */
export function saleStatusBadge({
  state,
  access,
  pendingRefundRequestId,
}: Pick<Sale, 'state' | 'access' | 'pendingRefundRequestId'>): BadgeContent {
  if (pendingRefundRequestId) return { label: 'Refund requested', tone: 'warn' }
  if (state === 'disputed') return { label: 'Disputed', tone: 'danger' }
  if (state === 'refunded') return { label: 'Refunded', tone: 'plain' }
  if (access === 'revoked') return { label: 'Access revoked', tone: 'warn' }
  return state === 'partially_refunded'
    ? { label: 'Partially refunded', tone: 'plain' }
    : { label: 'Paid', tone: 'brand' }
}

/** The buyer's name, or else their email. */
export function buyerLabel({
  supporterName,
  buyerEmail,
}: Pick<Sale, 'supporterName' | 'buyerEmail'>): string {
  return supporterName || buyerEmail || 'Buyer without an email'
}
