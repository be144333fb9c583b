import * as contract from '../../../../contract/sale-emails.ts'
import type { Feature } from '../../feature.ts'
import { getChoice, getEmailedChoice, setChoice, setEmailedChoice } from './choice.ts'
import { dailySalesEmail, enqueueDailySales } from './daily-sales.ts'
import { saleEmail } from './sale-email.ts'

/** What creators hear of their sales by email. */
export const saleEmails = {
  name: 'earning/sale-emails',
  routes(api, ports) {
    api.on(contract.getSaleEmails, ({ viewer }) => getChoice(ports, viewer))
    api.on(contract.setSaleEmails, ({ viewer, body }) => setChoice(ports, viewer, body))
    api.on(contract.getEmailedChoice, ({ params }) => getEmailedChoice(ports, params.token))
    api.oneClick(
      contract.setEmailedChoice,
      ({ params, body }) => setEmailedChoice(ports, params.token, body.choice),
      ({ params }) => `/sale-emails/${params.token}?saved=1`,
    )
  },
  periodic: [{ steps: [enqueueDailySales] }],
  emails: { sale: saleEmail, daily_sales: dailySalesEmail },
} satisfies Feature
