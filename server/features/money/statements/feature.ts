import * as payoutsContract from '../../../../contract/payouts.ts'
import type { Feature } from '../../feature.ts'
import { downloadStatement } from './files.ts'
import { payoutEmails } from './payout-emails.ts'
import { getStatement } from './statement.ts'

export const statements = {
  name: 'money/statements',
  routes(api, ports) {
    api.on(payoutsContract.getStatement, ({ viewer, params }) => getStatement(ports, viewer, params.id))
    api.file(payoutsContract.getStatementFile, ({ viewer, params, query }) =>
      downloadStatement(ports, viewer, { id: params.id, as: query.as }),
    )
  },
  emails: payoutEmails,
} satisfies Feature
