import { listActs } from '../../../contract/admin-desk.ts'
import type { Api } from '../../http/api.ts'
import { cutPage, pageRows } from '../../http/paging.ts'
import type { Ports } from '../../ports/index.ts'
import { findActs } from './repository.ts'

export function auditRoutes(api: Api, { db }: Ports) {
  api.on(listActs, async ({ query }) => {
    const rows = await findActs(db, { q: query.q, before: query.before, most: pageRows + 1 })
    const { shown, last } = cutPage(rows, pageRows)
    const acts = shown.map((row) => ({ ...row, createdAt: row.createdAt.toISOString() }))
    return { acts, next: last?.id ?? null }
  })
}
