import * as payoutsContract from '../../../../contract/payouts.ts'
import type { Feature } from '../../feature.ts'
import { downloadStatement } from './files.ts'
import { issueStatements } from './issue-statements.ts'
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
  // A lane of its own, because it writes to the file store.
  periodic: [{ steps: [issueStatements], everyMs: 5_000, withAnyClock: true }],
  emails: payoutEmails,
} satisfies Feature
