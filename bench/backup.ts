import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mebibyte, writeLarge } from './random-file.ts'
import { type Measurement, megabytes } from './report.ts'
import { fillWithSales, firstCreatorId } from './scale-data.ts'
import { startServerProcess } from './server-process.ts'

const dist = process.env.BENCH_SERVER
  ? dirname(process.env.BENCH_SERVER)
  : join(import.meta.dirname, '../dist')
const fileCount = 20
const memorySampleMs = 200
/** What a backup or a restore may use, whatever the size of the instance. */
const maxMemory = '400 MiB'

type Size = { purchases: number; gibibytes: number }
type Finished = { seconds: number; maxBytes: number; output: string }

/** Backs up a running instance full of sales and files, and restores it into an empty one, with verification. */
export async function backup(
  { purchases, gibibytes }: Size,
  log: (line: string) => void,
): Promise<Array<Measurement>> {
  // Periodic tasks would wait for the tables that are being filled.
  const site = await startServerProcess({ ROLE: 'web' })
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-backup-bench-'))
  const archive = join(folder, 'backup.tar')
  try {
    await site.start()
    await fillWithSales(site, { purchases, creators: Math.max(2, Math.floor(purchases / 100)) }, log)
    await addFiles(site, Math.ceil((gibibytes * 1024) / fileCount) * mebibyte)

    const made = await runTool('backup', [archive], { DATA_DIR: site.dataDir })
    log(made.output)
    const { size } = await stat(archive)
    await site.remove()
    const restored = await runTool('restore', [archive], { DATA_DIR: join(folder, 'data') })
    log(restored.output)
    const what = `${purchases.toLocaleString('en-US')} sales and ${gibibytes} GiB`
    return [
      { what: `backup of ${what}, read back`, measured: `${made.seconds} s` },
      { what: 'memory of the backup', measured: megabytes(made.maxBytes), target: maxMemory },
      { what: 'size of the archive', measured: megabytes(size) },
      { what: `restore of ${what}, books and files verified`, measured: `${restored.seconds} s` },
      { what: 'memory of the restore', measured: megabytes(restored.maxBytes), target: maxMemory },
    ]
  } finally {
    await site.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Files that belong to the first creator, written to the disk directly. */
async function addFiles(
  site: Awaited<ReturnType<typeof startServerProcess>>,
  fileBytes: number,
): Promise<void> {
  await mkdir(join(site.dataDir, 'files/files'), { recursive: true })
  for (let index = 0; index < fileCount; index++) {
    const key = `files/large-${index}`
    const sha256 = await writeLarge(join(site.dataDir, 'files', key), fileBytes)
    await site.query(`insert into files (id, key, name, size_bytes, mime_type, sha256, creator_id, created_at)
      values (${index + 1}, '${key}', 'large.bin', ${fileBytes}, 'application/octet-stream', '${sha256}', '${firstCreatorId}', now())`)
  }
}

/** Runs a tool of the build. `maxBytes` is the largest resident memory of its process, without PostgreSQL. */
async function runTool(name: string, args: Array<string>, env: Record<string, string>): Promise<Finished> {
  const startedAt = performance.now()
  const child = spawn(process.execPath, [join(dist, `${name}.js`), ...args], {
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      MALLOC_ARENA_MAX: '2',
      MALLOC_MMAP_THRESHOLD_: '65536',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  let maxBytes = 0
  let isRunning = true
  void ended.then(() => (isRunning = false))
  while (isRunning) {
    maxBytes = Math.max(maxBytes, await residentBytes(child.pid ?? 0))
    await Promise.race([ended, sleep(memorySampleMs)])
  }
  if ((await ended) !== 0) throw new Error(`${name} failed:\n${output}`)
  return { seconds: Math.round((performance.now() - startedAt) / 1_000), maxBytes, output }
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}
