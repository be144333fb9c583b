import * as contract from '../../../../contract/admin-documents.ts'
import { issueReceipts } from '../../buying/receipts/issue-receipts.ts'
import type { Feature } from '../../feature.ts'
import { documentsArchive } from './archive.ts'
import { datevFile, datevProblemOf } from './datev.ts'
import { getDocumentTotals, listDocuments, openDocument } from './documents.ts'
import { documentsCsv, ledgerCsv } from './export.ts'

export const accountantsDocuments = {
  name: 'operating/documents',
  // Those that are still due are issued first.
  routes(api, ports) {
    api.on(contract.listDocuments, ({ query }) =>
      issueReceipts(ports).then(() => listDocuments(ports, query)),
    )
    api.on(contract.getDocumentTotals, ({ query }) =>
      issueReceipts(ports).then(async () => {
        const totals = await getDocumentTotals(ports, query.period)
        const count = totals.totals.reduce((sum, each) => sum + each.count, 0)
        return { ...totals, datevProblem: datevProblemOf(ports, query.period, count) ?? null }
      }),
    )
    api.file(contract.getDocumentPdf, ({ viewer, params }) => openDocument(ports, viewer, params.id))
    api.file(contract.getDocumentsArchive, ({ viewer, query }) =>
      issueReceipts(ports).then(() => documentsArchive(ports, viewer, query.period)),
    )
    api.file(contract.getDocumentsCsv, ({ query }) =>
      issueReceipts(ports).then(() => documentsCsv(ports, query.period)),
    )
    api.file(contract.getDatevFile, ({ query }) =>
      issueReceipts(ports).then(() => datevFile(ports, query.period)),
    )
    api.file(contract.getLedgerCsv, async ({ query }) => ledgerCsv(ports, query.period))
  },
} satisfies Feature
