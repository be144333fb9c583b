import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { mebibyte } from '../../bench/random-file.ts'
import { createContent } from '../../contract/content.ts'
import type { BenchClient } from '../support/http-client.ts'
import type { ServerProcess } from '../support/server-process.ts'
import type { FaultRun } from './fault-run.ts'
import { waitUntilTrue } from './retry.ts'
import { underLoad } from './under-load.ts'

const diskSize = '400m'
const fileBytes = 24 * mebibyte

export const fullDisk: FaultRun = {
  what: 'full disk for files, database and mail during uploads and sales',
  unit: 'times',
  bar: '507 or a clear error, no partial file, keeps running, recovers',
  quickCount: 2,
  longCount: 50,
  async run(count, log) {
    const disk = await mountSmallDisk()
    if (!disk) return { count: 0, wrong: {}, notes: 'skipped: only root on Linux can mount a small disk' }
    const conditions = { dataDir: disk.folder, clients: 4, expected: [200, 503, 507] }
    try {
      const { result, wrong, notes } = await underLoad(conditions, async ({ site, creator, shop }) => {
        const pid = site.pid()
        const statuses: Array<string> = []
        let partial = 0
        for (let time = 1; time <= count; time++) {
          const load = shop()
          await sleep(300)
          const uploading = uploadLargeFile(creator)
          const ballast = await fill(disk.folder)
          await sleep(500)
          statuses.push(await uploadLargeFile(creator), await uploading)
          partial += await countPartial(site)
          await load.stop()
          await rm(ballast, { force: true })
          await waitUntilTrue(() => isHealthy(site))
          if (time % 10 === 0) log(`${time} times, uploads answered ${statuses.join(' ')}`)
        }
        return { statuses, partial, hasDied: !site.isRunning() || site.pid() !== pid }
      })
      const { statuses, partial, hasDied } = result
      const unclear = statuses.filter((status) => !['200', '503', '507'].includes(status)).length
      return {
        count,
        wrong: {
          'unclear answers': unclear,
          'partial files': partial,
          'the process died': hasDied,
          ...wrong,
        },
        notes: `${notes}; uploads answered ${[...new Set(statuses)].join(', ')}`,
      }
    } finally {
      await disk.unmount()
    }
  },
}

/** A small disk in memory; undefined where mounting is not permitted. */
async function mountSmallDisk(): Promise<{ folder: string; unmount(): Promise<void> } | undefined> {
  const mountPoint = await mkdtemp(join(tmpdir(), 'tipdrop-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${diskSize},mode=755`, 'tmpfs', mountPoint])
  if (mounted.status !== 0) {
    await rm(mountPoint, { recursive: true, force: true })
    return undefined
  }
  const folder = join(mountPoint, 'data')
  await mkdir(folder)
  return {
    folder,
    async unmount() {
      spawnSync('umount', [mountPoint])
      await rm(mountPoint, { recursive: true, force: true })
    },
  }
}

/** Fills the disk; returns the file to remove. */
async function fill(folder: string): Promise<string> {
  const path = join(folder, 'ballast')
  const handle = await open(path, 'w')
  try {
    for (const size of [mebibyte, 4_096, 1]) {
      const block = Buffer.alloc(size)
      try {
        for (;;) await handle.write(block)
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
      }
    }
  } finally {
    await handle.close()
  }
  return path
}

/** Publishes a large file by form; returns the status, or `broken`. */
async function uploadLargeFile(creator: BenchClient): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ title: 'Large', price: '10.00', kind: 'file' }))
    form.set(name, value)
  form.set('file', new Blob([new Uint8Array(fileBytes)]), 'large.zip')
  try {
    const response = await creator.send('POST', createContent.path, form)
    const body = (await response.json()) as { id?: number }
    if (response.ok) await creator.send('DELETE', `/api/content/${body.id}`)
    return String(response.status)
  } catch {
    return 'broken'
  }
}

/** Counts the files in the folder of unfinished uploads. */
async function countPartial({ dataDir }: ServerProcess): Promise<number> {
  return (await readdir(join(dataDir, 'files/.incoming')).catch(() => [])).length
}

async function isHealthy(site: ServerProcess): Promise<boolean> {
  const response = await fetch(`${site.url}/health`)
  await response.arrayBuffer()
  return response.ok
}
