import { readFile, statfs } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { formatBytes } from '../../domain/format.ts'
import { machineMemory } from '../adapters/machine-memory.ts'
import { bundledProgramProblem } from '../adapters/postgres/binaries.ts'
import type { Config } from '../config.ts'
import { reserveOf } from '../features/site/storage/free-space.ts'
import { type Check, type CheckResult, fail, ok, warn } from './check.ts'
import { existingFolder } from './folder.ts'

/** Checks of this machine: disk, memory, open files and the bundled programs. */
export function machineChecks(config: Config): Array<Check> {
  return [
    {
      name: 'disk space',
      fix: 'Is the disk of DATA_DIR mounted? df -h shows it.',
      settings: ['DATA_DIR', 'FREE_SPACE_RESERVE_BYTES'],
      run: () => checkDisk(config),
    },
    {
      name: 'memory',
      fix: 'Read /proc/meminfo of this machine.',
      settings: ['SAMPLE_MEMORY_BYTES'],
      run: async () => checkMemory(config),
    },
    {
      name: 'open files',
      fix: 'Compare ulimit -n with MAX_CONNECTIONS.',
      settings: ['MAX_CONNECTIONS'],
      run: () => checkOpenFiles(config),
    },
    ...(config.databaseUrl
      ? []
      : [
          {
            name: 'programs',
            fix: 'Install the release again, or set DATABASE_URL to your own PostgreSQL.',
            run: checkPrograms,
          },
        ]),
  ]
}

async function checkDisk({ dataDir, freeSpaceReserveBytes, s3, databaseUrl }: Config): Promise<CheckResult> {
  const { bsize, blocks, bavail, files, ffree } = await statfs(await existingFolder(dataDir))
  const free = bavail * bsize
  const reserve = reserveOf(freeSpaceReserveBytes, blocks * bsize)
  const detail = `${formatBytes(free)} free, ${formatBytes(reserve)} reserved`
  // Some file systems have no fixed number of inodes, and say 0.
  const freeInodes = files > 0 ? ffree / files : 1
  const fix = 'Make room or enlarge the disk: docs/operate/incidents/disk-full.md.'
  const inodeFix =
    'Remove small files that other programs left: df -i shows the disk, and du --inodes -d 1 where they are.'
  if (freeInodes < 0.01) return fail(`No inodes left: ${ffree} of ${files}`, inodeFix)
  if (freeInodes < 0.1) return warn(`Few inodes left: ${ffree} of ${files}`, inodeFix)
  const needsDisk = !s3 || !databaseUrl
  if (free < reserve && needsDisk)
    return fail(s3 ? `${detail}: the database may stop` : `${detail}: uploads are refused`, fix)
  if (free < 2 * reserve && needsDisk) return warn(`${detail}: almost full`, fix)
  return ok(detail)
}

const MiB = 1024 ** 2
/** Of the server and its database, with a few visitors. */
const minMemoryBytes = 512 * MiB
/** What the server and its database need beside a sample. */
const keptBytes = 256 * MiB

function checkMemory({ databaseUrl, sampleMemoryBytes }: Config): CheckResult {
  const { totalBytes, limitedBy } = machineMemory()
  const available = Math.min(process.availableMemory(), totalBytes)
  const cores = availableParallelism()
  const limit = limitedBy === 'the machine' ? '' : ` (limited by ${limitedBy})`
  const detail = `${formatBytes(available)} available of ${formatBytes(totalBytes)}${limit}, ${cores === 1 ? '1 core' : `${cores} cores`}`
  if (totalBytes < minMemoryBytes * 0.9)
    return warn(
      detail,
      `Give it ${formatBytes(minMemoryBytes)} or more${databaseUrl ? '' : ', because the database is in it too'}.`,
    )
  if (sampleMemoryBytes !== undefined && sampleMemoryBytes > totalBytes - keptBytes)
    return warn(
      `${detail}: SAMPLE_MEMORY_BYTES leaves less than ${formatBytes(keptBytes)} for everything else`,
      `Lower it to ${Math.max(100_000_000, totalBytes - keptBytes)}, or unset it.`,
    )
  if (available < 100 * MiB)
    return warn(
      `${detail}: nearly all is in use`,
      'Look at what takes it (ps aux --sort -rss), or add memory.',
    )
  return ok(detail)
}

/** Files, the database and the log, beside the connections of visitors. */
const ownFiles = 200

async function checkOpenFiles({ maxConnections }: Config): Promise<CheckResult> {
  const text = await readFile('/proc/self/limits', 'utf8').catch(() => '')
  // Node raises the soft limit to the hard one when it starts.
  const [, limit = ''] = /^Max open files +\S+ +(\S+)/m.exec(text) ?? []
  const most = Number(limit)
  if (!(most > 0)) return ok('This system has no limit that can be read')
  if (most >= maxConnections + ownFiles)
    return ok(`${most} may be open, for up to ${maxConnections} connections`)
  return warn(
    `${most} may be open, but MAX_CONNECTIONS is ${maxConnections}`,
    `Raise the limit (LimitNOFILE=${maxConnections + ownFiles} for systemd), or set MAX_CONNECTIONS=${Math.max(1, most - ownFiles)}.`,
  )
}

async function checkPrograms(): Promise<CheckResult> {
  const problem = await bundledProgramProblem()
  if (problem)
    return fail(
      `The bundled PostgreSQL does not run: ${problem}`,
      'Use a system with glibc 2.28 or newer, or set DATABASE_URL to your own PostgreSQL.',
    )
  return ok('The bundled PostgreSQL runs on this system')
}
