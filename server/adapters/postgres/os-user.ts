import { spawnSync } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { productName } from '../../../contract/site.ts'

/** The account that PostgreSQL runs as; undefined for our own. */
export type OsUser = { uid: number; gid: number } | undefined

/** The user nobody on Linux: PostgreSQL refuses to run as root. */
const nobodyUser = { uid: 65534, gid: 65534 }

/**
 * When started by root, PostgreSQL runs as the owner of its data, or nobody for new data; otherwise as our own user.
 * `cluster` is the data folder, which need not exist.
 */
export async function resolveOsUser(cluster: string): Promise<OsUser> {
  const owner = await stat(cluster).catch(() => undefined)
  const self = process.getuid?.()
  if (self === 0) return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobodyUser

  if (owner && owner.uid !== self) {
    throw new Error(
      `The database in ${cluster} belongs to user ${owner.uid}, but ${productName} is running as user ${self}. Start ${productName} as that user, or set DATABASE_URL to your own PostgreSQL server.`,
    )
  }
  return undefined
}

/** Whether the account can enter our folder; a parent may be closed to it. */
export function canAccess(account: OsUser, folder: string): boolean {
  if (!account) return true
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, stdio: 'ignore' }).status === 0
}
