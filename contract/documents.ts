/** The number sequences: what the site sells, and what creators supply to it. */
export const documentSeries = ['sales', 'self_billing'] as const
export type DocumentSeries = (typeof documentSeries)[number]

/**
 * A buyer's receipt, the invoice of Pro, the credit note of a refund, dispute or correction, the document that takes a
 * credit note back, and the statement of a payout.
 */
export const documentKinds = [
  'receipt',
  'invoice',
  'credit_note',
  'credit_note_reversal',
  'statement',
] as const
export type DocumentKind = (typeof documentKinds)[number]
