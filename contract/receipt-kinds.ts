/** A receipt, the credit note of a refund or dispute, and the document that takes a credit note back. */
export const receiptKinds = ['receipt', 'credit_note', 'credit_note_reversal'] as const
export type ReceiptKind = (typeof receiptKinds)[number]
