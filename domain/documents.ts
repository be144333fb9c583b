import type { DocumentType } from '../contract/admin-documents.ts'
import type { DocumentKind, DocumentSeries } from '../contract/documents.ts'

const prefixes: Record<DocumentSeries, string> = { sales: '', self_billing: 'S-' }

export type NumberedDocument = { series: DocumentSeries; year: number; number: number }

/** A document's number as printed: `2026-000042`, and `S-2026-000042` of what creators supply. */
export function documentNumber({ series, year, number }: NumberedDocument): string {
  return `${prefixes[series]}${year}-${String(number).padStart(6, '0')}`
}

/** The series, year and number of a printed number; undefined for another text. */
export function parseDocumentNumber(text: string): NumberedDocument | undefined {
  const [, prefix = '', year = '', number = ''] =
    /^(S-)?(\d{4})-0*(\d{1,9})$/.exec(text.trim().toUpperCase()) ?? []
  if (number === '') return undefined
  return { series: prefix === '' ? 'sales' : 'self_billing', year: Number(year), number: Number(number) }
}

type Subject = { kind: DocumentKind; payoutId: number | null; proInvoiceId: number | null }

export function documentType({ kind, payoutId, proInvoiceId }: Subject): DocumentType {
  // What creators supply is never added to what buyers bought.
  if (payoutId !== null) return 'statement'
  if (kind === 'credit_note' || kind === 'credit_note_reversal') return kind
  return proInvoiceId === null ? 'receipt' : 'pro_invoice'
}

export const documentTypeLabels: Record<DocumentType, { one: string; many: string }> = {
  receipt: { one: 'Receipt', many: 'Receipts' },
  credit_note: { one: 'Credit note', many: 'Credit notes' },
  credit_note_reversal: { one: 'Canceled credit note', many: 'Canceled credit notes' },
  pro_invoice: { one: 'Pro invoice', many: 'Pro invoices' },
  statement: { one: 'Statement', many: 'Statements' },
}

const fileNames: Record<DocumentType, string> = {
  receipt: 'receipt',
  credit_note: 'credit-note',
  credit_note_reversal: 'correction',
  pro_invoice: 'invoice',
  statement: 'statement',
}

/** `credit-note-2026-000003.pdf`. */
export function documentFileName(document: NumberedDocument & Subject): string {
  return `${fileNames[documentType(document)]}-${documentNumber(document)}.pdf`
}
