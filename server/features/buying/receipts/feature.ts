import * as contract from '../../../../contract/tax.ts'
import type { Api } from '../../../http/api.ts'
import type { Ports } from '../../../ports/index.ts'
import { addEuTaxRates, addTaxRate, deleteTaxRate, getTaxSettings } from '../../money/tax/rates.ts'
import { getTaxReport, taxReportCsv } from '../../money/tax/report.ts'
import { issueReceipts } from './issue-receipts.ts'

/** The report counts receipts, so those that are still due are issued first. */
export function taxRoutes(api: Api, ports: Ports) {
  api.on(contract.getTaxSettings, () => getTaxSettings(ports))
  api.on(contract.addTaxRate, ({ body }) => addTaxRate(ports, body))
  api.on(contract.addEuTaxRates, () => addEuTaxRates(ports))
  api.on(contract.deleteTaxRate, ({ params }) => deleteTaxRate(ports, params.id))
  api.on(contract.getTaxReport, ({ query }) => issueReceipts(ports).then(() => getTaxReport(ports, query)))
  api.file(contract.getTaxReportFile, ({ query }) =>
    issueReceipts(ports).then(() => taxReportCsv(ports, query)),
  )
}
