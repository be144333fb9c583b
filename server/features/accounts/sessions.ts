import type { Session } from '../../../contract/settings.ts'
import { AppError } from '../../../domain/errors.ts'
import type { Viewer } from '../../http/request-context.ts'
import type { Ports } from '../../ports/index.ts'
import { deleteSession, deleteSessions, type SessionRow, selectSessions } from './repository.ts'
import { describeDevice } from './user-agent.ts'

export async function listSessions({ db, clock }: Ports, viewer: Viewer): Promise<Array<Session>> {
  const rows = await selectSessions(db, viewer.id)
  const activeSessions = rows.filter(({ expiresAt }) => expiresAt > clock.now())
  const isCurrent = ({ id }: SessionRow) => id === viewer.sessionId
  return activeSessions
    .toSorted((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)))
    .map((row) => ({
      id: row.id,
      device: describeDevice(row.userAgent),
      signedInAt: row.createdAt.toISOString(),
      lastUsedAt: row.updatedAt.toISOString(),
      isCurrent: isCurrent(row),
    }))
}

/** Another user's session is reported as missing. */
export async function endSession(ports: Ports, viewer: Viewer, id: string): Promise<Array<Session>> {
  const isEnded = await deleteSession(ports.db, { userId: viewer.id, id })
  if (!isEnded) throw new AppError('not_found', 'This browser is already signed out.')
  return listSessions(ports, viewer)
}

export async function endOtherSessions(
  ports: Ports,
  viewer: Viewer,
  { browserHash }: { browserHash: string | undefined },
): Promise<Array<Session>> {
  await deleteSessions(ports.db, viewer.id, { except: { sessionId: viewer.sessionId, browserHash } })
  return listSessions(ports, viewer)
}
