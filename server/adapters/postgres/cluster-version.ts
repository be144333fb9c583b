import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundledMajor } from './binaries.ts'

/** What is being made of an older database, in DATA_DIR/postgres-upgrade (server/cluster-upgrade). */
export function upgradePaths(dataDir: string) {
  const folder = join(dataDir, 'postgres-upgrade')
  return { folder, cluster: join(folder, 'cluster'), switchFile: join(folder, 'switch.json') }
}

/** The names in DATA_DIR of the old database and of its backup, after the switch to the new one. */
export type ClusterSwitch = { keptAs: string; backup: string | undefined }

/** The major version of PostgreSQL that made a cluster; undefined when there is none. */
export async function readClusterMajor(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Number.parseInt(text, 10)
}

/** Whether the server has to move the bundled database to its own PostgreSQL version before it starts. */
export async function needsUpgrade(dataDir: string): Promise<boolean> {
  const major = await readClusterMajor(join(dataDir, 'postgres'))
  if (major === undefined) return (await readCutOffSwitch(dataDir)) !== undefined
  return major < (await bundledMajor())
}

/** Throws a message for the operator unless the bundled PostgreSQL can use the database, or create it. */
export async function requireOwnMajor(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres')
  const major = await readClusterMajor(cluster)
  if (major === undefined && !(await readCutOffSwitch(dataDir))) return
  const own = await bundledMajor()
  if (major === own) return
  if (major !== undefined && major > own)
    throw new Error(
      `The database in ${cluster} is of PostgreSQL ${major}, and this release has PostgreSQL ${own}. Use the release that you used before.`,
    )
  throw new Error(
    major === undefined
      ? `The move of the database in ${dataDir} to a new PostgreSQL version was cut off. Start the server: it completes the move.`
      : `The database in ${cluster} is of PostgreSQL ${major}, and this release has PostgreSQL ${own}. Start the server: it moves the database to PostgreSQL ${own}.`,
  )
}

/**
 * The switch that was cut off between its two renames: the old database has its new name, and the new one has not. A
 * copy that was made before another release used the database again does not count.
 */
export async function readCutOffSwitch(dataDir: string): Promise<ClusterSwitch | undefined> {
  const { cluster, switchFile } = upgradePaths(dataDir)
  const text = await readFile(switchFile, 'utf8').catch(() => undefined)
  if (text === undefined || (await readClusterMajor(join(dataDir, 'postgres'))) !== undefined)
    return undefined
  const started = JSON.parse(text) as ClusterSwitch
  const majors = [await readClusterMajor(join(dataDir, started.keptAs)), await readClusterMajor(cluster)]
  return majors.includes(undefined) ? undefined : started
}
