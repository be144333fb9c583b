import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm'
import { limits } from '../../../../contract/limits.ts'
import { formatDecimal } from '../../../../contract/money.ts'
import type { Subscription } from '../../../../contract/subscriptions.ts'
import { documentFileName, documentNumber, parseDocumentNumber } from '../../../../domain/documents.ts'
import { AppError } from '../../../../domain/errors.ts'
import { documents } from '../../../db/schema/index.ts'
import { attachment, type FileResponse } from '../../../http/file-response.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { documentPdf } from '../documents/files.ts'
import { type BuyerOfPro, findBuyerOfPro } from './buyer.ts'
import { selectInvoices } from './repository.ts'

/** What a creator paid for Pro, newest first, with its documents. The sweep issues them within seconds. */
export async function listInvoices(ports: Ports, viewer: Viewer): Promise<Subscription['invoices']> {
  const rows = await selectInvoices(ports.db, viewer.id)
  if (rows.length === 0) return []
  const { proInvoiceId, year, number } = documents
  const issued = await ports.db
    .select()
    .from(documents)
    .where(
      inArray(
        proInvoiceId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(asc(year), asc(number))
  const byInvoice = Map.groupBy(issued, (document) => document.proInvoiceId)
  const buyer = await findBuyerOfPro(ports.db, ports, viewer.id)
  const now = ports.clock.now()
  return rows.map(({ id, amount, returnedAmount, currency, paidAt }) => ({
    id,
    amount: formatDecimal(amount, currency),
    returnedAmount: formatDecimal(returnedAmount, currency),
    currency,
    paidAt: paidAt.toISOString(),
    canReplace: findReplaceable(byInvoice.get(id) ?? [], { buyer, now }) !== undefined,
    documents: (byInvoice.get(id) ?? []).map((document) => ({
      number: documentNumber(document),
      kind: document.kind,
    })),
  }))
}

type DocumentRow = typeof documents.$inferSelect

/**
 * The invoice among the documents of a payment that may be issued again with other details: once, for 30 days, while the
 * details of now are not on it. `rows` are in the order of their numbers.
 */
export function findReplaceable(
  rows: ReadonlyArray<DocumentRow>,
  { buyer, now }: { buyer: BuyerOfPro; now: Date },
): DocumentRow | undefined {
  const invoice = rows.findLast(({ kind }) => kind === 'invoice')
  if (!invoice || invoice.postingKind === null || buyer.address === '') return undefined
  if (now.getTime() - invoice.suppliedAt.getTime() > limits.companyDetailsWindowMs) return undefined
  const { businessName, businessAddress, vatId } = invoice
  const isSame = businessName === buyer.name && businessAddress === buyer.address && vatId === buyer.vatId
  return isSame ? undefined : invoice
}

const hourMs = 3_600_000
const maxPdfsPerHour = 60

/** A document of this creator's payments of Pro, as it was issued. Throws AppError `not_found` for any other number. */
export async function proDocument(ports: Ports, viewer: Viewer, printed: string): Promise<FileResponse> {
  const asked = parseDocumentNumber(printed)
  const { creatorId, proInvoiceId, series, year, number } = documents
  const [document] = asked
    ? await ports.db
        .select()
        .from(documents)
        .where(
          and(
            eq(creatorId, viewer.id),
            isNotNull(proInvoiceId),
            eq(series, asked.series),
            eq(year, asked.year),
            eq(number, asked.number),
          ),
        )
    : []
  if (!document) throw new AppError('not_found', 'Document Not Found')
  const limit = { key: `pro-document/${viewer.id}`, max: maxPdfsPerHour, windowMs: hourMs }
  const bytes = await documentPdf(ports, document.id, {
    owner: viewer.id,
    beforeRender: () => enforceRateLimits(ports, [limit]),
  })
  return attachment(documentFileName(document), { type: 'application/pdf', bytes })
}
