import * as adminOverviewContract from '../../../../contract/admin-overview.ts'
import { pageSize, paginate } from '../../../http/pagination.ts'
import { type Feature, keptAlways } from '../../feature.ts'
import { selectMatchingAuditEntries } from './record.ts'

export const audit = {
  name: 'site/audit',
  routes(api, { db }) {
    api.on(adminOverviewContract.listAuditLog, async ({ query }) => {
      const rows = await selectMatchingAuditEntries(db, { ...query, limit: pageSize + 1 })
      const { page, last } = paginate(rows, pageSize)
      const entries = page.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
      return { entries, next: last?.id ?? null }
    })
  },
  retention: [keptAlways(['audit_log'], 'admin actions; triggers reject changes')],
} satisfies Feature
