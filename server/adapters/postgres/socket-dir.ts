import { chmod, chown, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canAccess, type OsUser } from './os-user.ts'

/** The kernel's limit for the path of a unix socket, less the file's own name. */
const maxPathLength = 103 - '/.s.PGSQL.5432'.length

/** A new empty folder that only we and the account may enter, with a path short enough for a socket. */
export async function makeSocketDir(account: OsUser): Promise<string> {
  for (const parent of [tmpdir(), '/tmp', '/var/tmp']) {
    const folder = await mkdtemp(join(parent, 'tipdrop-')).catch(() => '')
    if (!folder) continue
    await chmod(folder, 0o700)
    if (account) await chown(folder, account.uid, account.gid)
    if (Buffer.byteLength(folder) <= maxPathLength && canAccess(account, folder)) return folder
    await rm(folder, { recursive: true })
  }
  throw new Error(
    'No folder is available for the database socket. Set TMPDIR to a short path that every user can access.',
  )
}
