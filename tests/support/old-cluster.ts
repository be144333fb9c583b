import { spawnSync } from 'node:child_process'
import { chmod, chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'vitest'
import { startServerProcess } from '../../bench/server-process.ts'
import { installOldPostgres } from '../../scripts/old-postgres.mjs'
import { databaseUser, dataDirArgument, postgresEnv } from '../../server/adapters/postgres/cluster.ts'
import { findOldBinaries } from '../../server/adapters/postgres/old-binaries.ts'
import { resolveOsUser } from '../../server/adapters/postgres/os-user.ts'
import { connectionTo, keepServerRunning } from '../../server/adapters/postgres/running-cluster.ts'
import { makeSocketDir } from '../../server/adapters/postgres/socket-dir.ts'
import { ensureDatabase } from '../../server/adapters/postgres/wait-until-ready.ts'

const log = { info: () => undefined, warn: () => undefined, error: console.error }

/** The folder of an older PostgreSQL. Skips the test when npm cannot install it. */
export async function oldPostgresDir({ skip }: Pick<TestContext, 'skip'>, major: number): Promise<string> {
  return installOldPostgres(major).catch((error: Error) =>
    skip(`npm cannot install PostgreSQL ${major}, so the move from it is not tested: ${error.message}`),
  )
}

type OldCluster = { dataDir: string; major: number; folder: string }

/** Creates the cluster of a data folder with an older PostgreSQL, and runs it until `stop`. */
async function startOldCluster({ dataDir, major, folder }: OldCluster) {
  const cluster = join(dataDir, 'postgres')
  const account = await resolveOsUser(cluster)
  const bin = await findOldBinaries({ folder, major, account })
  await mkdir(cluster, { recursive: true })
  if (account) {
    await chmod(dataDir, 0o711)
    await chown(cluster, account.uid, account.gid)
  }
  const options = [
    '-D',
    dataDirArgument(cluster, account),
    '-U',
    databaseUser,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale',
    'C',
    '-N',
  ]
  const created = spawnSync(join(bin, 'initdb'), options, {
    cwd: cluster,
    env: postgresEnv,
    encoding: 'utf8',
    ...account,
  })
  if (created.status !== 0) throw new Error(created.stderr)
  const socketDir = await makeSocketDir(account)
  const onLaunch = () => undefined
  const instance = {
    cluster,
    bin,
    socketDir,
    account,
    durability: 'none' as const,
    oldMajor: major,
    onLaunch,
  }
  const running = await keepServerRunning(instance, log)
  const connection = connectionTo({ socketDir })
  await ensureDatabase(connection)
  const url = `postgres://${connection.user}@localhost/${connection.database}?host=${encodeURIComponent(socketDir)}`
  return { connection, url, stop: running.stop }
}

type Site = Awaited<ReturnType<typeof startServerProcess>>

/** Fills a data folder as a release with an older PostgreSQL would: the same server on that cluster. */
export async function fillOldInstance<T>(cluster: OldCluster, sell: (site: Site) => Promise<T>): Promise<T> {
  const { url, stop } = await startOldCluster(cluster)
  const site = await startServerProcess({ DATABASE_URL: url }, { dataDir: cluster.dataDir })
  try {
    await site.start()
    return await sell(site)
  } finally {
    await site.stop()
    await stop()
  }
}

/** A copy of a data folder with its owners, so that a test can change it. */
export function copyDataDir(from: string, to: string): string {
  const copied = spawnSync('cp', ['-a', from, to], { encoding: 'utf8' })
  if (copied.status !== 0) throw new Error(copied.stderr)
  return to
}
