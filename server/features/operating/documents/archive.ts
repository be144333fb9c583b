import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { type DocumentType, documentTypes } from '../../../../contract/admin-documents.ts'
import { type Currency, formatDecimal } from '../../../../contract/money.ts'
import { documentFileName, documentType, documentTypeLabels } from '../../../../domain/documents.ts'
import { AppError } from '../../../../domain/errors.ts'
import { csvStream, csvText } from '../../../http/csv.ts'
import type { StreamedFile } from '../../../http/file-response.ts'
import type { Viewer } from '../../../http/request-context.ts'
import { type ZipSource, zipStream } from '../../../http/zip-stream.ts'
import type { Ports } from '../../../ports/index.ts'
import { requireFrozen } from '../../buying/receipts/freeze-contents.ts'
import { documentPdf } from '../../money/documents/files.ts'
import { rangeOf } from './documents.ts'
import { documentColumns, ledgerColumns, streamDocuments, streamEntries, timeZoneOf } from './export.ts'
import type { ExportedRow, LedgerRow } from './repository.ts'

/** Everything that an accountant needs of a period: PDFs, their list, the ledger, and a sheet that adds them up. */
export function documentsArchive(ports: Ports, viewer: Viewer, period: string): StreamedFile {
  return {
    name: `documents-${period}.zip`,
    type: 'application/zip',
    createStream: () => zipStream(archiveFiles(ports, viewer, period), ports.clock.now()),
  }
}

async function* archiveFiles(ports: Ports, viewer: Viewer, period: string): AsyncGenerator<ZipSource> {
  const range = rangeOf(ports, period)
  const sums = createSums(ports.config.currency)
  yield {
    path: 'documents.csv',
    open: () =>
      csvStream(documentColumns(timeZoneOf(ports)), sums.addDocuments(streamDocuments(ports, range))),
  }
  yield {
    path: 'ledger.csv',
    open: () => csvStream(ledgerColumns, sums.addEntries(streamEntries(ports, range))),
  }
  yield { path: 'sums.csv', open: () => Readable.from([sums.sheet()]) }
  for await (const { document } of streamDocuments(ports, range)) {
    const pdf = await pdfOrReason(ports, viewer, document)
    const path = `pdf/${documentFileName(document)}`
    yield typeof pdf === 'string'
      ? { path: `${path}.txt`, open: () => Readable.from([`${pdf}\n`]) }
      : { path, open: () => Readable.from([pdf]), isCompressed: true }
  }
}

const attempts = 10
const waitMs = 3_000

/** The PDF, or why it can't be had: one document must not keep the others from the archive. */
async function pdfOrReason(
  ports: Ports,
  viewer: Viewer,
  document: ExportedRow['document'],
): Promise<Buffer | string> {
  for (let attempt = 1; ; attempt++)
    try {
      await requireFrozen(ports, document)
      return await documentPdf(ports, document.id, { owner: viewer.id })
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      if (error.code !== 'unavailable' || attempt === attempts) return error.message
      // Buyers and creators wait for documents, too.
      await setTimeout(waitMs)
    }
}

type Sum = { count: number; amount: number; tax: number }

/** Sums what is streamed, so that the sheet matches the lists beside it. */
function createSums(currency: Currency) {
  const byType = new Map<DocumentType, Sum>()
  const byAccount = new Map<string, number>()
  const money = (amount: number) => formatDecimal(amount, currency)
  return {
    async *addDocuments(rows: AsyncIterable<ExportedRow>): AsyncGenerator<ExportedRow> {
      for await (const row of rows) {
        const type = documentType(row.document)
        const { count, amount, tax } = byType.get(type) ?? { count: 0, amount: 0, tax: 0 }
        byType.set(type, {
          count: count + 1,
          amount: amount + row.document.amount,
          tax: tax + row.document.taxAmount,
        })
        yield row
      }
    },
    async *addEntries(rows: AsyncIterable<LedgerRow>): AsyncGenerator<LedgerRow> {
      for await (const row of rows) {
        const { kind, account, amount } = row.entry
        const key = `${kind} ${account.split('/')[0]}`
        byAccount.set(key, (byAccount.get(key) ?? 0) + amount)
        yield row
      }
    },
    sheet: () => csvText(sheetColumns, [...documentLines(byType, money), ...ledgerLines(byAccount, money)]),
  }
}

type SheetRow = { what: string; documents: string; net: string; tax: string; gross: string }

const sheetColumns = [
  { name: 'What', of: ({ what }: SheetRow) => what },
  { name: 'Documents', of: ({ documents }: SheetRow) => documents, isNumeric: true },
  { name: 'Net', of: ({ net }: SheetRow) => net, isNumeric: true },
  { name: 'Tax', of: ({ tax }: SheetRow) => tax, isNumeric: true },
  { name: 'Gross', of: ({ gross }: SheetRow) => gross, isNumeric: true },
]

/** Kinds are never added to each other. */
function documentLines(byType: Map<DocumentType, Sum>, money: (amount: number) => string): Array<SheetRow> {
  return documentTypes.flatMap((type) => {
    const sum = byType.get(type)
    if (!sum) return []
    const { count, amount, tax } = sum
    return [
      {
        what: documentTypeLabels[type].many,
        documents: String(count),
        net: money(amount - tax),
        tax: money(tax),
        gross: money(amount),
      },
    ]
  })
}

/** The accounts of each kind of posting, which sum to zero. */
function ledgerLines(byAccount: Map<string, number>, money: (amount: number) => string): Array<SheetRow> {
  return [...byAccount]
    .toSorted(([a], [b]) => a.localeCompare(b, 'en'))
    .map(([key, amount]) => ({
      what: `Ledger: ${key.replaceAll('_', ' ')}`,
      documents: '',
      net: '',
      tax: '',
      gross: money(amount),
    }))
}
