/** The number sequences: what the site sells, and what creators supply to it. */
export const documentSeries = ['sales', 'self_billing'] as const
export type DocumentSeries = (typeof documentSeries)[number]

/**
 * A buyer's receipt, the invoice of Pro or of a creator's supply, the credit note of a refund, dispute or correction, and
 * the document that takes a credit note back.
 */
export const documentKinds = ['receipt', 'invoice', 'credit_note', 'credit_note_reversal'] as const
export type DocumentKind = (typeof documentKinds)[number]
