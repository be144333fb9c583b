import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { bundledMajor } from '../adapters/postgres/binaries.ts'
import { needsUpgrade, readClusterMajor } from '../adapters/postgres/cluster-version.ts'
import { findOldBinaries } from '../adapters/postgres/old-binaries.ts'
import { resolveOsUser } from '../adapters/postgres/os-user.ts'
import { requireFreeSpace } from '../cluster-upgrade/upgrade-error.ts'
import type { Config } from '../config.ts'
import { type Check, type CheckResult, fail, ok } from './check.ts'

type UpgradeConfig = Pick<Config, 'databaseUrl' | 'dataDir' | 'oldPostgresDir'>

/** Whether the next start can move an older bundled database to the bundled version; nothing when it need not. */
export async function upgradeChecks(config: UpgradeConfig): Promise<Array<Check>> {
  if (config.databaseUrl || !(await needsUpgrade(config.dataDir))) return []
  return [{ name: 'upgrade', run: () => checkUpgrade(config) }]
}

async function checkUpgrade({ dataDir, oldPostgresDir }: UpgradeConfig): Promise<CheckResult> {
  const cluster = join(dataDir, 'postgres')
  const major = await readClusterMajor(cluster)
  if (major === undefined) return ok('The next start completes a move to a new PostgreSQL version')
  const versions = `PostgreSQL ${major} to ${await bundledMajor()}`
  try {
    await findOldBinaries({ folder: oldPostgresDir, major, account: await resolveOsUser(cluster) })
    const { bavail, bsize } = await statfs(dataDir)
    requireFreeSpace(await sizeOf(join(cluster, 'base')), bavail * bsize)
    return ok(`The next start moves the database from ${versions}`)
  } catch (error) {
    return fail(
      `The next start cannot move the database from ${versions}`,
      error instanceof Error ? `${error.message.replace(/\.$/, '')}.` : String(error),
    )
  }
}

/** Bytes of all files below a folder. A file may be removed meanwhile. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  let bytes = 0
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const file = await stat(join(entry.parentPath, entry.name)).catch(() => undefined)
    bytes += file?.size ?? 0
  }
  return bytes
}
