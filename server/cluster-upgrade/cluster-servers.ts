import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findBinaries } from '../adapters/postgres/binaries.ts'
import { ensureCluster } from '../adapters/postgres/cluster.ts'
import { readClusterMajor, upgradePaths } from '../adapters/postgres/cluster-version.ts'
import { findOldBinaries } from '../adapters/postgres/old-binaries.ts'
import { stopOrphanedServer } from '../adapters/postgres/orphaned-server.ts'
import type { OsUser } from '../adapters/postgres/os-user.ts'
import { connectionTo, keepServerRunning } from '../adapters/postgres/running-cluster.ts'
import { makeSocketDir } from '../adapters/postgres/socket-dir.ts'
import type { Config } from '../config.ts'
import type { BasicLogger } from '../ports/index.ts'

type NewServer = { dataDir: string; account: OsUser; log: BasicLogger }
type OldServer = NewServer & { config: Pick<Config, 'oldPostgresDir'>; from: number }

/** Runs the old database with the programs of its own version. */
export async function startOld({ config, dataDir, from, account, log }: OldServer) {
  const bin = await findOldBinaries({ folder: config.oldPostgresDir, major: from, account })
  return start({ cluster: join(dataDir, 'postgres'), bin, account, oldMajor: from }, log)
}

/** Creates an empty database beside the old one, and runs it. */
export async function startNew({ dataDir, account, log }: NewServer) {
  const { folder, cluster } = upgradePaths(dataDir)
  const bin = await findBinaries(account)
  const onLaunch = () => undefined
  await ensureCluster({ dataDir: folder, cluster, bin, account, durability: 'full', onLaunch })
  return start({ cluster, bin, account }, log)
}

type Start = { cluster: string; bin: string; account: OsUser; oldMajor?: number }

async function start(instance: Start, log: BasicLogger) {
  const socketDir = await makeSocketDir(instance.account)
  const onLaunch = () => undefined
  const quietLog = { info: onLaunch, warn: onLaunch, error: log.error.bind(log) }
  const running = await keepServerRunning({ ...instance, socketDir, durability: 'full', onLaunch }, quietLog)
  return { connection: connectionTo({ socketDir }), stop: running.stop }
}

/** What an upgrade that was cut off has left, with its server. The old database is still the one in use. */
export async function removeUnfinished(dataDir: string): Promise<void> {
  const { folder, cluster } = upgradePaths(dataDir)
  if (await readClusterMajor(cluster)) await stopOrphanedServer(cluster)
  // An initdb that outlived its parent may still write.
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
}
