import { spawn } from 'node:child_process'
import { chmod, chown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fsyncDirectory } from '../atomic-write.ts'
import { bundledMajor } from './binaries.ts'
import { canAccess, type OsUser } from './os-user.ts'

export const databaseUser = 'tipdrop'
export type Durability = 'full' | 'none'

/** None of our environment variables reach PostgreSQL, because PGDATA or PGPORT of the shell would affect it. */
export const postgresEnv = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' }

type Cluster = {
  dataDir: string
  cluster: string
  bin: string
  account: OsUser
  durability: Durability
  /** Called when initdb was started. */
  onLaunch(): void
}

/**
 * Creates a new cluster in a temporary folder and renames it, so that a killed first start leaves none. True when there
 * was none before.
 */
export async function ensureCluster({ dataDir, cluster, account, ...options }: Cluster): Promise<boolean> {
  if (await stat(cluster).catch(() => undefined)) return false
  await removePartialClusters(dataDir)

  const tempDir = await mkdtemp(join(dataDir, 'postgres-new-'))
  await chmod(tempDir, 0o700)
  if (account) await chown(tempDir, account.uid, account.gid)
  await initdb(tempDir, { account, ...options })
  await rename(tempDir, cluster)
  await fsyncDirectory(dataDir)
  return true
}

/**
 * Turns the lines of postgresql.conf into comments that set what the command line sets. The command line wins, but each
 * reload would log an error for those that only a start may change.
 */
export async function removeOverridden(
  cluster: string,
  { names, account }: { names: ReadonlyArray<string>; account: OsUser },
): Promise<void> {
  const path = join(cluster, 'postgresql.conf')
  const before = await readFile(path, 'utf8').catch(() => undefined)
  const after = before?.replace(/^[ \t]*(\w+)(?=[ \t=])/gm, (line, name) =>
    names.includes(name) ? `#${line}` : line,
  )
  if (after === undefined || after === before) return
  const next = `${path}.new`
  await writeFile(next, after, { mode: 0o600, flush: true })
  if (account) await chown(next, account.uid, account.gid)
  await rename(next, path)
}

/**
 * The data folder as PostgreSQL's argument. When a parent may be entered by root only, another account cannot use the
 * path, but it can use the working directory; this is needed on Linux as root only.
 */
export function dataDirArgument(cluster: string, account: OsUser): string {
  return account && process.platform === 'linux' ? '/proc/self/cwd' : cluster
}

async function initdb(
  tempDir: string,
  { bin, account, durability, onLaunch }: Omit<Cluster, 'dataDir' | 'cluster'>,
) {
  const run = spawn(
    join(bin, 'initdb'),
    [
      ...['--pgdata', dataDirArgument(tempDir, account), '--username', databaseUser, '--auth', 'trust'],
      ...[
        '--encoding',
        'UTF8',
        '--locale',
        'C',
        '--locale-provider',
        'builtin',
        '--builtin-locale',
        'C.UTF-8',
      ],
      ...['--no-instructions', ...(durability === 'none' ? ['--no-sync'] : [])],
    ],
    // Without TZ, initdb compares the time zone of the machine with all others.
    { cwd: tempDir, env: { ...postgresEnv, TZ: 'UTC' }, stdio: ['ignore', 'ignore', 'pipe'], ...account },
  )
  onLaunch()
  const ended = new Promise<number | null>((done, failed) => run.on('error', failed).on('close', done))
  const [code, errorOutput] = await Promise.all([ended, text(run.stderr)])
  if (code === 0) return

  await rm(tempDir, { recursive: true, force: true })
  throw new Error(initdbErrorMessage(errorOutput))
}

function initdbErrorMessage(errorOutput: string): string {
  if (errorOutput.includes('could not look up effective user')) {
    return 'PostgreSQL cannot run as a user without a name (such as an unnamed uid in a container). Give the user a name, or set DATABASE_URL to your own PostgreSQL server.'
  }
  return `Could not create the database: ${errorOutput.trim()}`
}

async function removePartialClusters(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (name.startsWith('postgres-new-')) await rm(join(dataDir, name), { recursive: true, force: true })
  }
}

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

/** The kernel's limit for the path of a unix socket, less the file's own name. */
const maxPathLength = 103 - '/.s.PGSQL.5432'.length

/**
 * A new empty folder that only we and the account may enter, with a path short enough for a socket. In `runtimeDir` if
 * there is one: systemd gives a service a /tmp of its own, in which no command would find the database.
 */
export async function makeSocketDir(account: OsUser, runtimeDir?: string): Promise<string> {
  for (const parent of [...(runtimeDir ? [runtimeDir] : []), tmpdir(), '/tmp', '/var/tmp']) {
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
