import * as contract from '../../../../contract/api-keys.ts'
import { limits } from '../../../../contract/limits.ts'
import { rowsBefore } from '../../../db/delete-batch.ts'
import * as tables from '../../../db/schema/index.ts'
import type { Feature } from '../../feature.ts'
import { apiKeyEmails } from './emails.tsx'
import { createKey, listKeys, revokeKey } from './keys.ts'
import { keysTable } from './repository.ts'

const dayMs = 24 * 3_600_000

/** Keys with which creators' own programs make calls of the API. */
export const apiKeys = {
  name: 'people/api-keys',
  routes(api, ports) {
    api.on(contract.listApiKeys, ({ viewer }) => listKeys(ports, viewer))
    api.on(contract.createApiKey, ({ viewer, body }) => createKey(ports, viewer, body), {
      limits: ({ viewer }) => [{ key: `api-keys/${viewer.id}`, max: 30, windowMs: dayMs }],
    })
    api.on(contract.revokeApiKey, ({ viewer, params }) => revokeKey(ports, viewer, params.id))
  },
  emails: apiKeyEmails,
  exportedTables: (db, creatorId) => [keysTable(db, creatorId)],
  retention: [
    {
      stores: ['api_keys'],
      data: 'API keys of creators, as a hash',
      kept: 'until they are deleted, or the account is closed',
    },
    {
      store: 'idempotent_calls',
      data: 'answers to calls with an `Idempotency-Key`',
      keepDays: limits.idempotencyMs / dayMs,
      since: 'the call',
      deleteBatch: rowsBefore(tables.idempotentCalls, tables.idempotentCalls.startedAt),
    },
  ],
} satisfies Feature
