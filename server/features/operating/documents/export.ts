import { formatDecimal } from '../../../../contract/money.ts'
import { dayIn } from '../../../../domain/dates.ts'
import { documentNumber, documentType, documentTypeLabels } from '../../../../domain/documents.ts'
import { rowsByKey } from '../../../db/pages-by-key.ts'
import { type Column, csvStream } from '../../../http/csv.ts'
import type { StreamedFile } from '../../../http/file-response.ts'
import type { Ports } from '../../../ports/index.ts'
import { rangeOf } from './documents.ts'
import {
  type ExportedRow,
  type LedgerRow,
  type Range,
  selectBookedDocuments,
  selectBookedEntries,
} from './repository.ts'

/** Rows per query, so that memory does not grow with the period. */
const batchSize = 1_000

export function documentsCsv(ports: Ports, period: string): StreamedFile {
  const range = rangeOf(ports, period)
  return csvFile(`documents-${period}.csv`, () =>
    csvStream(documentColumns(timeZoneOf(ports)), streamDocuments(ports, range)),
  )
}

export function ledgerCsv(ports: Ports, period: string): StreamedFile {
  const range = rangeOf(ports, period)
  return csvFile(`ledger-${period}.csv`, () => csvStream(ledgerColumns, streamEntries(ports, range)))
}

function csvFile(name: string, createStream: StreamedFile['createStream']): StreamedFile {
  return { name, type: 'text/csv; charset=utf-8', createStream }
}

export function timeZoneOf({ settings }: Ports): string {
  return settings.current().timeZone
}

export function streamDocuments({ db }: Ports, range: Range): AsyncGenerator<ExportedRow> {
  type Key = { bookedAt: Date; id: number }
  return rowsByKey((after: Key | undefined, limit) => selectBookedDocuments(db, range, { after, limit }), {
    keyOf: ({ document: { bookedAt, id } }) => ({ bookedAt, id }),
    pageSize: batchSize,
  })
}

export function streamEntries({ db }: Ports, range: Range): AsyncGenerator<LedgerRow> {
  return rowsByKey(
    (after: number | undefined, limit) => selectBookedEntries(db, range, { after: after ?? 0, limit }),
    { keyOf: ({ entry }) => entry.id, pageSize: batchSize },
  )
}

const money = (
  name: string,
  amountOf: (document: ExportedRow['document']) => number,
): Column<ExportedRow> => ({
  name,
  of: ({ document }) => formatDecimal(amountOf(document), document.currency),
  isNumeric: true,
})

/** Described in docs/operate/accountant.md. A new column is added at the end, so that no import breaks. */
export const documentColumns = (timeZone: string): ReadonlyArray<Column<ExportedRow>> => [
  { name: 'Number', of: ({ document }) => documentNumber(document) },
  { name: 'Date', of: ({ document }) => dayIn(document.bookedAt, timeZone) },
  { name: 'Kind', of: ({ document }) => documentTypeLabels[documentType(document)].one },
  { name: 'Corrects', of: ({ original }) => (original ? documentNumber(original) : '') },
  { name: 'Supplied on', of: ({ document }) => dayIn(document.suppliedAt, timeZone) },
  { name: 'Order', of: ({ orderNumber }) => orderNumber ?? '' },
  { name: 'Payout', of: ({ document }) => document.payoutId ?? '' },
  { name: 'For', of: ({ document }) => document.title },
  { name: 'Country', of: ({ document }) => document.buyerCountry ?? '' },
  { name: 'Region', of: ({ document }) => document.buyerRegion },
  { name: 'Evidence', of: ({ document }) => evidenceText(document.evidence) },
  { name: 'Company', of: ({ document }) => document.businessName },
  { name: 'Address', of: ({ document }) => document.businessAddress.replaceAll(/\s*\n\s*/g, ', ') },
  { name: 'VAT ID', of: ({ document }) => document.vatId },
  { name: 'Tax case', of: ({ document }) => document.taxTreatment.replaceAll('_', ' ') },
  { name: 'Tax kind', of: ({ document }) => document.taxKind },
  { name: 'Tax rate', of: ({ document }) => percentOf(document.taxRateMillionths), isNumeric: true },
  money('Net', ({ amount, taxAmount }) => amount - taxAmount),
  money('Tax', ({ taxAmount }) => taxAmount),
  money('Gross', ({ amount }) => amount),
  { name: 'Currency', of: ({ document }) => document.currency },
  { name: 'Posting', of: ({ document }) => postingText(document.postingKind, document.postingReference) },
  { name: 'Issued (UTC)', of: ({ document }) => document.issuedAt.toISOString() },
  { name: 'SHA-256 of its content', of: ({ contentHash }) => contentHash ?? '' },
]

/** `card DE, stated DE`. */
function evidenceText(evidence: ExportedRow['document']['evidence']): string {
  return evidence.map(({ source, country }) => `${source} ${country}`).join(', ')
}

/** 190000 is `19`, 88750 is `8.875`. */
function percentOf(millionths: number): string {
  const [whole, decimals = ''] = (millionths / 10_000).toFixed(4).split('.')
  const shown = decimals.replace(/0+$/, '')
  return shown === '' ? String(whole) : `${whole}.${shown}`
}

function postingText(kind: string | null, reference: string | null): string {
  return kind === null ? '' : `${kind} ${reference ?? ''}`
}

/** Described in docs/operate/accountant.md. */
export const ledgerColumns: ReadonlyArray<Column<LedgerRow>> = [
  { name: 'Entry', of: ({ entry }) => entry.id },
  { name: 'Booked (UTC)', of: ({ entry }) => entry.createdAt.toISOString() },
  { name: 'Kind', of: ({ entry }) => entry.kind },
  { name: 'Reference', of: ({ entry }) => entry.reference },
  { name: 'Account', of: ({ entry }) => entry.account },
  { name: 'Amount', of: ({ entry }) => formatDecimal(entry.amount, entry.currency), isNumeric: true },
  { name: 'Currency', of: ({ entry }) => entry.currency },
  { name: 'Document', of: ({ document }) => (document ? documentNumber(document) : '') },
]
