import { lstat, mkdir, realpath, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { bundledMajor } from '../adapters/postgres/binaries.ts'
import {
  type ClusterSwitch,
  readClusterMajor,
  readCutOffSwitch,
  upgradePaths,
} from '../adapters/postgres/cluster-version.ts'
import { lockDataDir } from '../adapters/postgres/data-dir-lock.ts'
import { type OsUser, resolveOsUser } from '../adapters/postgres/os-user.ts'
import type { Connection } from '../adapters/postgres/wait-until-ready.ts'
import type { Config } from '../config.ts'
import type { BasicLogger } from '../ports/index.ts'
import { removeUnfinished, startNew, startOld } from './cluster-servers.ts'
import { backUpDatabase, copyAndCompare, describeOldDatabase, verifyCopiedLedger } from './copy-cluster.ts'
import type { Reporter } from './reporter.ts'
import { finishSwitch, switchClusters } from './switch-clusters.ts'
import { requireFreeSpace, upgradeError } from './upgrade-error.ts'

type UpgradeOptions = {
  config: Pick<Config, 'dataDir' | 'oldPostgresDir' | 'backup'>
  log: BasicLogger
  reporter: Reporter
  now: Date
}

type Report = Pick<UpgradeOptions, 'log' | 'reporter'>
type Upgrade = Omit<UpgradeOptions, 'now'> & {
  dataDir: string
  from: number
  to: number
  account: OsUser
  /** The name that the old database gets in DATA_DIR. */
  keptAs: string
}

/**
 * Moves the bundled database to the bundled major version of PostgreSQL: backs it up, copies it into a new database
 * beside it, compares both and puts the new one in its place. Until then nothing changes, and one that was cut off starts
 * over; after that, what was cut off is completed. The old database and the backup stay. Throws Error with a message for
 * the operator.
 */
export async function upgradeCluster({ now, ...options }: UpgradeOptions): Promise<void> {
  const { log, reporter } = options
  const dataDir = await realpath(options.config.dataDir)
  const unlock = lockDataDir(dataDir)
  try {
    const cutOff = await readCutOffSwitch(dataDir)
    const to = await bundledMajor()
    if (cutOff) {
      await requireSwitchTo(dataDir, to)
      await finishSwitch(dataDir)
      return report(dataDir, cutOff, options)
    }
    const cluster = join(dataDir, 'postgres')
    const from = await readClusterMajor(cluster)
    // Another process was faster.
    if (from === undefined || from >= to) return

    const account = await resolveOsUser(cluster)
    const time = now.toISOString().slice(0, 19).replaceAll(':', '')
    const upgrade = { ...options, dataDir, from, to, account, keptAs: `postgres-${from}-${time}Z` }
    reporter.print(`Moving the database from PostgreSQL ${from} to ${to}. Ending the process loses nothing.`)
    report(dataDir, await moveAndSwitch(upgrade), { log, reporter })
  } finally {
    unlock()
  }
}

async function moveAndSwitch(upgrade: Upgrade): Promise<ClusterSwitch> {
  const { dataDir, keptAs, reporter } = upgrade
  let isOldInUse = true
  try {
    await removeUnfinished(dataDir)
    await requireRenamable(dataDir)
    const places = { keptAs, backup: await makeCopy(upgrade) }
    reporter.onStep('switch', 'Putting the new database in the place of the old one')
    await switchClusters(dataDir, places, () => {
      isOldInUse = false
      reporter.onStep('kept')
    })
    return places
  } catch (error) {
    if (!isOldInUse) throw error
    await removeUnfinished(dataDir).catch(() => undefined)
    throw upgradeError(error, upgrade)
  }
}

/** Makes the new database. Returns the file name of the backup; undefined when no instance has used the database. */
async function makeCopy(upgrade: Upgrade): Promise<string | undefined> {
  upgrade.reporter.onStep('start', `Starting the database with PostgreSQL ${upgrade.from}`)
  const old = await startOld(upgrade)
  return copyToNew(upgrade, old.connection).finally(old.stop)
}

async function copyToNew(upgrade: Upgrade, old: Connection): Promise<string | undefined> {
  const { config, dataDir, keptAs, to, reporter } = upgrade
  const { bytes, isUsed } = await describeOldDatabase(old)
  const { bavail, bsize } = await statfs(dataDir)
  requireFreeSpace(bytes, bavail * bsize)
  await mkdir(upgradePaths(dataDir).folder, { mode: process.getuid?.() === 0 ? 0o711 : 0o700 })

  if (isUsed) reporter.onStep('back-up', 'Backing up the database, and reading the backup')
  const backup = isUsed ? await backUpDatabase(old, { config, dataDir, name: keptAs }, reporter) : undefined
  reporter.onStep('create', `Creating a database of PostgreSQL ${to}`)
  const created = await startNew(upgrade)
  try {
    if (isUsed) await copyInto(created.connection, old, upgrade)
  } finally {
    await created.stop()
  }
  return backup
}

async function copyInto(target: Connection, old: Connection, { reporter, log }: Upgrade): Promise<void> {
  reporter.onStep('copy', 'Copying and comparing every table')
  const { rowCount, skippedTables } = await copyAndCompare(old, target, reporter)
  for (const name of skippedTables)
    reporter.print(`  Left out: ${name} is not ours. The old database and the backup have it.`)
  reporter.onStep('verify', `Verifying the ledger (${rowCount.toLocaleString('en-US')} rows were copied)`)
  if (await verifyCopiedLedger(target, reporter)) return
  const message = 'The ledger does not add up. It did not before the move, because the copy is equal'
  reporter.print(`  Warning: ${message}.`)
  log.warn({}, message)
}

async function requireRenamable(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres')
  const [folder, database] = [await stat(dataDir), await lstat(cluster)]
  if (!database.isDirectory() || database.dev !== folder.dev)
    throw new Error(
      `${cluster} is a link or on a disk of its own, so another folder cannot take its place. Back it up with the release that you used before, and restore it with this one`,
    )
}

async function requireSwitchTo(dataDir: string, to: number): Promise<void> {
  const major = await readClusterMajor(upgradePaths(dataDir).cluster)
  if (major !== to)
    throw new Error(
      `The database in ${dataDir} is being moved to PostgreSQL ${major}, and this release has PostgreSQL ${to}. Start the release that began, which completes it.`,
    )
}

function report(dataDir: string, { keptAs, backup }: ClusterSwitch, { log, reporter }: Report): void {
  const kept = [join(dataDir, keptAs), ...(backup ? [join(dataDir, backup)] : [])]
  reporter.print(`The database was moved. Delete what is kept when the new release has run for a while:`)
  for (const path of kept) reporter.print(`  ${path}`)
  log.info({ kept }, 'database moved to a new PostgreSQL version')
}
