import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { bundledMajor } from './binaries.ts'

/** The major version of PostgreSQL that made a cluster; undefined when there is none. */
export async function readClusterMajor(cluster: string): Promise<number | undefined> {
  const text = await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Number.parseInt(text, 10)
}

/** Throws a message for the operator unless the bundled PostgreSQL can use the database, or create it. */
export async function requireOwnMajor(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres')
  const major = await readClusterMajor(cluster)
  const own = await bundledMajor()
  if (major === undefined || major === own) return
  throw new Error(
    `The database in ${cluster} is of PostgreSQL ${major}, and this release has PostgreSQL ${own}: use the release that you used before.`,
  )
}
