import { spawnSync } from 'node:child_process'
import { stat } from 'node:fs/promises'

/** Whom PostgreSQL runs as; nothing when it runs as ourselves. */
export type OsUser = { uid: number; gid: number } | undefined

/** Nobody, on every Linux: PostgreSQL refuses to run as root. */
const nobodyUser = { uid: 65534, gid: 65534 }

/**
 * Started by root, PostgreSQL runs as the owner of its data, at first as nobody; otherwise as ourselves.
 * `cluster` is the folder of the data, which need not exist yet.
 */
export async function resolveOsUser(cluster: string): Promise<OsUser> {
  const owner = await stat(cluster).catch(() => undefined)
  const self = process.getuid?.()
  if (self === 0) return owner && owner.uid !== 0 ? { uid: owner.uid, gid: owner.gid } : nobodyUser

  if (owner && owner.uid !== self) {
    throw new Error(
      `The database in ${cluster} belongs to user ${owner.uid}, not to us (${self}). Start as that user, or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
  return undefined
}

/** Whether the account can enter a folder: one of its parents may be closed to it. */
export function canAccess(account: OsUser, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, stdio: 'ignore' }).status === 0
}
