import * as payoutsContract from '../../../../contract/payouts.ts'
import type { Api } from '../../../http/api.ts'
import type { Ports } from '../../../ports/index.ts'
import { downloadStatement } from './files.ts'
import { getStatement } from './statement.ts'

export function statementRoutes(api: Api, ports: Ports) {
  api.on(payoutsContract.getStatement, ({ viewer, params }) => getStatement(ports, viewer, params.id))
  api.file(payoutsContract.getStatementFile, ({ viewer, params, query }) =>
    downloadStatement(ports, viewer, { id: params.id, as: query.as }),
  )
}
