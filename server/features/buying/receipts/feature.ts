import { replaceProInvoice as replaceProInvoiceRoute } from '../../../../contract/pro-plan.ts'
import * as contract from '../../../../contract/tax.ts'
import { type Feature, keptAlways } from '../../feature.ts'
import { getTaxReport, taxReportCsv } from '../../money/tax/report.ts'
import { freezeEarlierDocuments } from './freeze-contents.ts'
import { issueReceipts } from './issue-receipts.ts'
import { replaceProInvoice } from './replace-pro-invoice.ts'

export const receipts = {
  name: 'buying/receipts',
  // The tax report counts receipts, so those that are still due are issued first.
  routes(api, ports) {
    api.on(replaceProInvoiceRoute, ({ viewer, params }) => replaceProInvoice(ports, viewer, params.id))
    api.on(contract.getTaxReport, ({ query }) => issueReceipts(ports).then(() => getTaxReport(ports, query)))
    api.file(contract.getTaxReportFile, ({ query }) =>
      issueReceipts(ports).then(() => taxReportCsv(ports, query)),
    )
  },
  // A receipt is there within a second of its sale. An idle round is one short query.
  periodic: [
    { steps: [issueReceipts], everyMs: 500, withAnyClock: true },
    { steps: [freezeEarlierDocuments], withAnyClock: true },
  ],
  retention: [keptAlways(['receipt_progress'], 'up to which posting documents are issued')],
} satisfies Feature
