import { Readable } from 'node:stream'
import { formatDecimal } from '../../../../contract/money.ts'
import { dayIn } from '../../../../domain/dates.ts'
import { documentFileName, documentNumber, documentType } from '../../../../domain/documents.ts'
import { AppError } from '../../../../domain/errors.ts'
import { attachment, type FileResponse, type StreamedFile } from '../../../http/file-response.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import type { Viewer } from '../../../http/request-context.ts'
import { type ZipSource, zipStream } from '../../../http/zip-stream.ts'
import type { Ports } from '../../../ports/index.ts'
import { documentPdf, readIssuedFile } from '../../money/documents/files.ts'
import { salesOfYear } from '../sales/export-csv.ts'
import { findFirstEntry, findOwnDocument, selectOwnDocuments } from './repository.ts'
import { currentYear, renderYear, sumYear, yearFileName, yearRange } from './year.ts'

/** A creator's year: its sums and its documents, newest first. */
export async function listOwnDocuments(ports: Ports, viewer: Viewer, year: number) {
  const rows = await selectOwnDocuments(ports.db, viewer.id, yearRange(ports, year))
  return {
    currency: ports.config.currency,
    isRunning: year === currentYear(ports),
    years: await yearsOf(ports, viewer),
    year: await sumYear(ports, viewer.id, year),
    documents: rows.map((document) => ({
      id: document.id,
      number: documentNumber(document),
      type: documentType(document),
      at: document.bookedAt.toISOString(),
      amount: formatDecimal(document.amount, document.currency),
    })),
  }
}

async function yearsOf(ports: Ports, viewer: Viewer): Promise<Array<number>> {
  const last = currentYear(ports)
  const firstEntry = await findFirstEntry(ports.db, viewer.id)
  const first = firstEntry ? Number(dayIn(firstEntry, ports.settings.current().timeZone).slice(0, 4)) : last
  return Array.from({ length: Math.max(1, last - first + 1) }, (_, index) => last - index)
}

const renderLimit = { max: 60, windowMs: 10 * 60_000 }

function renderTurn(ports: Ports, viewer: Viewer) {
  return {
    owner: viewer.id,
    beforeRender: () => enforceRateLimits(ports, [{ key: `own-documents/${viewer.id}`, ...renderLimit }]),
  }
}

/** Throws AppError `not_found` for another creator's document, and for a buyer's receipt. */
export async function openOwnDocument(ports: Ports, viewer: Viewer, id: number): Promise<FileResponse> {
  const document = await findOwnDocument(ports.db, viewer.id, id)
  if (!document) throw new AppError('not_found', 'Document Not Found')
  const bytes = await documentPdf(ports, id, renderTurn(ports, viewer))
  return attachment(documentFileName(document), { type: 'application/pdf', bytes })
}

export async function openOwnYear(ports: Ports, viewer: Viewer, year: number): Promise<FileResponse> {
  const bytes = await renderYear(ports, viewer, year)
  return attachment(yearFileName(year), { type: 'application/pdf', bytes })
}

export async function ownArchive(ports: Ports, viewer: Viewer, year: number): Promise<StreamedFile> {
  await enforceRateLimits(ports, [{ key: `own-archive/${viewer.id}`, max: 10, windowMs: 3_600_000 }])
  return {
    name: `documents-${year}.zip`,
    type: 'application/zip',
    createStream: () => zipStream(archiveFiles(ports, viewer, year), ports.clock.now()),
  }
}

async function* archiveFiles(ports: Ports, viewer: Viewer, year: number): AsyncGenerator<ZipSource> {
  const range = yearRange(ports, year)
  const summary = await renderYear(ports, viewer, year)
  yield { path: yearFileName(year), open: () => Readable.from([summary]), isCompressed: true }
  yield { path: `sales-${year}.csv`, open: () => salesOfYear(ports, viewer, year) }
  for (const document of await selectOwnDocuments(ports.db, viewer.id, range)) {
    const path = documentFileName(document)
    // Few, so that a year has no more than a limit of renderings; stored ones don't count.
    const pdf = await documentPdf(ports, document.id, { owner: viewer.id })
    yield { path, open: () => Readable.from([pdf]), isCompressed: true }
    if (document.kind !== 'statement') continue
    const csv = await readIssuedFile(ports, document.id, 'csv')
    yield { path: path.replace(/pdf$/, 'csv'), open: () => Readable.from([csv]) }
  }
}
