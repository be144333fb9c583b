import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, open, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createContent } from '../../contract/content.ts'
import type { BenchClient } from '../../tests/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../../tests/support/server-process.ts'
import { type FaultRun, nonZero } from './fault-run.ts'
import { findViolations } from './promises.ts'
import { waitUntilTrue } from './retry.ts'
import { countLost, countUnexpected, createItemsForSale, startLoad } from './shoppers.ts'

const mebibyte = 1024 ** 2
const disk = { size: '400m', fileBytes: 24 * mebibyte }

export const fullDisk: FaultRun = {
  what: 'full disk for files, database and mail during uploads and sales',
  unit: 'times',
  bar: '507 or a clear error, no partial file, keeps running, recovers',
  quickCount: 2,
  longCount: 50,
  async run(count, log) {
    const disk = await mountSmallDisk()
    if (!disk) {
      log('Skipped: a small disk can be mounted by root on Linux only.')
      return { count: 0, result: 'skipped: needs root on Linux to mount a small disk', hasPassed: true }
    }
    const site = await startServerProcess({}, { dataDir: disk.folder })
    try {
      await site.start()
      const itemsForSale = await createItemsForSale(site, { items: 20 })
      const pid = site.pid()
      const statuses: Record<string, number> = {}
      const other: Record<string, number> = {}
      const orderNumbers: Array<number> = []
      let partial = 0
      for (let time = 1; time <= count; time++) {
        const load = startLoad(itemsForSale, { clients: 4 })
        await sleep(300)
        const uploading = uploadLargeFile(itemsForSale.creator)
        const ballast = await fill(disk.folder)
        await sleep(500)
        const second = await uploadLargeFile(itemsForSale.creator)
        for (const status of [await uploading, second]) statuses[status] = (statuses[status] ?? 0) + 1
        partial += await countPartial(site)
        await load.stop()
        await rm(ballast, { force: true })
        await waitUntilTrue(() => isHealthy(site))
        orderNumbers.push(...load.orderNumbers)
        const isExpected = ({ status }: { status: unknown }) => [200, 503, 507].includes(Number(status))
        for (const [what, times] of Object.entries(countUnexpected(load.responses, isExpected)))
          other[what] = (other[what] ?? 0) + times
        if (time % 10 === 0) log(`${time} times, uploads answered ${nonZero(statuses)}`)
      }
      const isAlive = site.isRunning() && site.pid() === pid
      const lost = await countLost(site, orderNumbers)
      const violations = await findViolations(site)
      const badUploads = Object.keys(statuses).filter((status) => !['200', '503', '507'].includes(status))
      const result =
        `uploads answered ${nonZero(statuses)}; partial files ${partial}; other answers of sales ${nonZero(other)}; ` +
        `lost ${lost} of ${orderNumbers.length}; promises broken ${violations}${isAlive ? '' : '; the process died'}`
      const hasPassed =
        badUploads.length === 0 &&
        partial === 0 &&
        nonZero(other) === '0' &&
        lost === 0 &&
        violations === '0' &&
        isAlive
      return { count, result, hasPassed }
    } finally {
      await site.remove().catch(() => undefined)
      await disk.unmount()
    }
  },
}

/** A small disk in memory; undefined where mounting is not permitted. */
async function mountSmallDisk(): Promise<{ folder: string; unmount(): Promise<void> } | undefined> {
  const mountPoint = await mkdtemp(join(tmpdir(), 'tipdrop-disk-'))
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${disk.size},mode=755`, 'tmpfs', mountPoint])
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
  form.set('file', new Blob([new Uint8Array(disk.fileBytes)]), 'large.zip')
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
