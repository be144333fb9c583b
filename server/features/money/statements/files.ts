import { documentFileName } from '../../../../domain/documents.ts'
import { attachment, type FileResponse } from '../../../http/file-response.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { documentPdf, readIssuedFile } from '../documents/files.ts'
import { requireStatement } from './issue-statements.ts'
import { requireOwnPayout } from './statement.ts'

/** Rendered statements of one user; stored ones do not count. */
const renderLimit = { max: 30, windowMs: 10 * 60_000 }

/** A statement as it was issued: as CSV, for spreadsheets and `npm run verify`, or as PDF. */
export async function downloadStatement(
  ports: Ports,
  viewer: Viewer,
  { id, as }: { id: number; as: 'csv' | 'pdf' },
): Promise<FileResponse> {
  const payout = await requireOwnPayout(ports, viewer, id)
  const document = await requireStatement(ports, payout)
  if (as === 'csv') {
    const bytes = await readIssuedFile(ports, document.id, 'csv')
    return attachment(`tipdrop-payout-${id}.csv`, { type: 'text/csv; charset=utf-8', bytes })
  }
  const bytes = await documentPdf(ports, document.id, {
    owner: viewer.id,
    beforeRender: () => enforceRateLimits(ports, [{ key: `statement-pdf/${viewer.id}`, ...renderLimit }]),
  })
  return attachment(documentFileName(document), { type: 'application/pdf', bytes })
}
