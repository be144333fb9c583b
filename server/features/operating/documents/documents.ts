import type { ListedDocument } from '../../../../contract/admin-documents.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import { documentFileName, documentNumber, documentType } from '../../../../domain/documents.ts'
import { AppError } from '../../../../domain/errors.ts'
import { parsePeriod, periodIn } from '../../../../domain/period.ts'
import { findRow } from '../../../db/rows.ts'
import type { NumberRange } from '../../../db/schema/document-papers.ts'
import { documentChecks, documents } from '../../../db/schema/index.ts'
import { attachment, type FileResponse } from '../../../http/file-response.ts'
import { limitOffset } from '../../../http/pagination.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { requireFrozen } from '../../buying/receipts/freeze-contents.ts'
import { documentPdf } from '../../money/documents/files.ts'
import {
  type DocumentFilter,
  type ListedRow,
  type Range,
  selectDocuments,
  sumDocuments,
} from './repository.ts'

/** A period on the site's clock. */
export function rangeOf({ settings }: Ports, period: string): Range {
  return periodIn(parsePeriod(period), settings.current().timeZone)
}

type ListQuery = Pick<DocumentFilter, 'type' | 'q'> & { period: string; page: number }

export async function listDocuments(ports: Ports, { period, page, ...filter }: ListQuery) {
  const query = { ...filter, range: rangeOf(ports, period) }
  const { rows, total } = await selectDocuments(ports.db, query, limitOffset(page))
  return { documents: rows.map(presentDocument), total, page }
}

function presentDocument({ document, orderNumber, original }: ListedRow): ListedDocument {
  const { id, bookedAt, title, businessName, vatId, taxTreatment, amount, taxAmount, currency } = document
  return {
    id,
    number: documentNumber(document),
    type: documentType(document),
    bookedAt: bookedAt.toISOString(),
    order: orderNumber,
    name: title,
    businessName,
    vatId,
    treatment: taxTreatment,
    corrects: original ? documentNumber(original) : null,
    amount: formatDecimal(amount, currency),
    taxAmount: formatDecimal(taxAmount, currency),
    currency,
  }
}

export async function getDocumentTotals(ports: Ports, period: string) {
  const { currency } = ports.config
  const totals = await sumDocuments(ports.db, rangeOf(ports, period))
  const check = await findRow(ports.db, documentChecks, { id: 1 })
  return {
    currency,
    timeZone: ports.settings.current().timeZone,
    totals: totals.map(({ type, count, amount, taxAmount }) => ({
      type,
      count,
      amount: formatDecimal(amount, currency),
      taxAmount: formatDecimal(taxAmount, currency),
    })),
    check: check
      ? {
          checkedAt: check.checkedAt.toISOString(),
          ranges: check.ranges.map(printedRange),
          problems: check.problems.map(({ sentence }) => sentence),
          hasReadAll: check.readUntil === null,
        }
      : null,
  }
}

function printedRange({ series, year, last }: NumberRange) {
  const numbered = (number: number) => documentNumber({ series, year, number })
  return { first: numbered(1), last: numbered(last) }
}

/** A document as it was issued. Throws AppError `not_found`. */
export async function openDocument(ports: Ports, viewer: Viewer, id: number): Promise<FileResponse> {
  const document = await findRow(ports.db, documents, { id })
  if (!document) throw new AppError('not_found', 'Document Not Found')
  await requireFrozen(ports, document)
  const bytes = await documentPdf(ports, id, { owner: viewer.id })
  return attachment(documentFileName(document), { type: 'application/pdf', bytes })
}
