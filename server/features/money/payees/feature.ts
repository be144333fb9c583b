import * as contract from '../../../../contract/payees.ts'
import type { Feature } from '../../feature.ts'
import { payeeEmails } from './emails.ts'
import { eraseOldPayees } from './erase.ts'
import { payeesTable } from './exported-table.ts'
import { recheckVatIds } from './recheck.ts'
import { checkVatId, getPayee, readPayee, savePayee, setSelfBilling } from './service.ts'
import { yearFileOf, yearFileOfAll } from './year-file.ts'

const hourMs = 3_600_000

/** Who is paid: a person or a business. */
export const payees = {
  name: 'money/payees',
  routes(api, ports) {
    api.on(contract.getPayee, ({ viewer }) => getPayee(ports, viewer))
    api.on(contract.readPayee, ({ viewer }) => readPayee(ports, viewer))
    api.on(contract.savePayee, ({ viewer, body }) => savePayee(ports, viewer, body), {
      limits: ({ viewer }) => [{ key: `payee/${viewer.id}`, max: 20, windowMs: hourMs }],
    })
    api.on(contract.setSelfBilling, ({ viewer, body }) => setSelfBilling(ports, viewer, body), {
      limits: ({ viewer }) => [{ key: `self-billing/${viewer.id}`, max: 20, windowMs: hourMs }],
    })
    api.file(contract.getYearFile, ({ viewer, query }) => yearFileOf(ports, viewer, query.year), {
      limits: ({ viewer }) => [{ key: `year-file/${viewer.id}`, max: 60, windowMs: hourMs }],
    })
    api.file(contract.exportPayeeYears, ({ viewer, query }) => yearFileOfAll(ports, viewer, query.year))
    api.on(contract.checkVatId, ({ body }) => checkVatId(ports, body.vatId), {
      limits: ({ viewer }) => [{ key: `vat-id/${viewer.id}`, max: 30, windowMs: hourMs }],
    })
  },
  periodic: [
    { steps: [recheckVatIds], everyMs: 12 * hourMs, withAnyClock: true },
    { steps: [eraseOldPayees], everyMs: 24 * hourMs },
  ],
  emails: payeeEmails,
  retention: [
    {
      stores: ['payees', 'self_billing_agreements'],
      data: 'who is paid: name, address, date of birth and numbers, encrypted; agreements to write invoices',
      kept: 'until they are replaced or the account is closed; those of a payout as long as its books, 10 years by default',
    },
  ],
  exportedTables: (db, creatorId) => [payeesTable(db, creatorId)],
} satisfies Feature
