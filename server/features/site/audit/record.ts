import { and, desc, ilike, lt, or } from 'drizzle-orm'
import { api } from '../../../../contract/api.ts'
import { buildUrl, type Route } from '../../../../contract/route.ts'
import type { Db } from '../../../db/database.ts'
import { containsPattern, insertRows } from '../../../db/rows.ts'
import { auditLog } from '../../../db/schema/index.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'

export type AuditValues = Record<string, unknown>
type NewAuditEntry = {
  action: string
  target: string
  before?: AuditValues | null
  after?: AuditValues | null
}

/** Requests' viewers whose action is audited already; each request has its own viewer object. */
const recordedViewers = new WeakSet<Viewer>()

/** Stores an audit log entry of an admin's action, in the transaction of the action if `db` is one. */
export async function recordAuditEntry(
  db: Db,
  { clock }: Ports,
  viewer: Viewer,
  { action, target, before = null, after = null }: NewAuditEntry,
): Promise<void> {
  await insertRows(db, auditLog, [
    {
      actorId: viewer.id,
      actorEmail: viewer.email,
      action,
      target,
      oldValues: before,
      newValues: after,
      createdAt: clock.now(),
    },
  ])
  recordedViewers.add(viewer)
}

/** Audits actions of an admin that no use case has audited, with their input. */
export async function auditUnrecordedCall(
  ports: Ports,
  viewer: Viewer,
  route: Route,
  { params, body }: { params?: unknown; body?: unknown },
): Promise<void> {
  if (recordedViewers.has(viewer) || !isAudited(route)) return
  const action = Object.entries(api).find(([, candidate]) => candidate === route)?.[0] ?? route.path
  const path = buildUrl(route, { params: isRecord(params) ? params : {} })
  const target = path.replace(/^\/api\/(admin\/)?/, '')
  // Without a schema, nothing has checked the body.
  const after = route.body && isRecord(body) ? body : null
  await recordAuditEntry(ports.db, ports, viewer, { action, target, after }).catch((error: unknown) =>
    // The action is done, so it must not be answered as failed.
    ports.log.error({ err: error, action, target, actorId: viewer.id }, 'an action could not be audited'),
  )
}

/** Actions that only admins may do, or that they may do in a creator's place. */
function isAudited({ auth, path, isReadOnly }: Route): boolean {
  if (isReadOnly) return false
  return auth === 'admin' || /^\/api\/refund-requests\//.test(path)
}

function isRecord(value: unknown): value is AuditValues {
  return typeof value === 'object' && value !== null
}

export type AuditEntryRow = typeof auditLog.$inferSelect

export async function selectMatchingAuditEntries(
  db: Db,
  { q, before, limit }: { q: string; before?: number | undefined; limit: number },
): Promise<Array<AuditEntryRow>> {
  const part = containsPattern(q)
  return db
    .select()
    .from(auditLog)
    .where(
      and(
        before === undefined ? undefined : lt(auditLog.id, before),
        q
          ? or(ilike(auditLog.actorEmail, part), ilike(auditLog.action, part), ilike(auditLog.target, part))
          : undefined,
      ),
    )
    .orderBy(desc(auditLog.id))
    .limit(limit)
}
