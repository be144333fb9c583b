import { api } from '../../../contract/api.ts'
import { type Route, urlOf } from '../../../contract/route.ts'
import type { Db } from '../../db/database.ts'
import type { Viewer } from '../../http/call.ts'
import type { Ports } from '../../ports/index.ts'
import { insertAct } from './repository.ts'

export type Facts = Record<string, unknown>
type Act = { act: string; subject: string; before?: Facts | null; after?: Facts | null }

/** Viewers are made for one request each: those whose act is written down already. */
const written = new WeakSet<Viewer>()

/** Writes down what an administrator does, in the transaction that does it. */
export async function recordAct(
  db: Db,
  { clock }: Ports,
  viewer: Viewer,
  { act, subject, before = null, after = null }: Act,
): Promise<void> {
  await insertAct(db, {
    actorId: viewer.id,
    actorEmail: viewer.email,
    act,
    subject,
    before,
    after,
    createdAt: clock.now(),
  })
  written.add(viewer)
}

/** The net under everything an administrator does: an act that nobody wrote down is written with what was sent. */
export async function recordCall(
  ports: Ports,
  viewer: Viewer,
  route: Route,
  { params, body }: { params?: unknown; body?: unknown },
): Promise<void> {
  if (written.has(viewer) || !isAdministration(route)) return
  const act = Object.entries(api).find(([, one]) => one === route)?.[0] ?? route.path
  const address = urlOf(route, { params: isFacts(params) ? params : {} })
  const subject = address.replace(/^\/api\/(admin\/)?/, '')
  await recordAct(ports.db, ports, viewer, { act, subject, after: isFacts(body) ? body : null })
}

/** What only administrators may do, and what they may decide in another's place. */
function isAdministration({ access, path }: Route): boolean {
  return access === 'admin' || /^\/api\/refund-requests\//.test(path)
}

function isFacts(value: unknown): value is Facts {
  return typeof value === 'object' && value !== null
}
