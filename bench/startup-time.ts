import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../tests/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../tests/support/server-process.ts'
import { startBaselineServer } from './baseline-server.ts'
import { type Measurement, median, milliseconds } from './report.ts'

const rounds = 2

/**
 * For about a minute ext4 without a journal does not reuse the inodes of deleted files, and looks at each of them for every
 * new file. This doubles the time in which PostgreSQL creates a database.
 */
const afterDeletionMs = 60_000

/** Startup time until the first page, with an empty data folder and with one in use. The folders are removed at the end. */
export async function startUp(): Promise<Array<Measurement>> {
  const times = { empty: [] as Array<number>, existing: [] as Array<number>, bare: [] as Array<number> }
  const sites: Array<ServerProcess> = []
  // An earlier run may just have removed its folders.
  await sleep(afterDeletionMs)
  try {
    for (let round = 0; round < rounds; round++) {
      const site = await startServerProcess()
      sites.push(site)
      await measureStarts(site, times)
      const hello = await startBaselineServer()
      times.bare.push(hello.tookMs)
      hello.stop()
    }
  } finally {
    for (const site of sites) await site.remove()
  }
  const baseline = `${milliseconds(median(times.bare))} bare node:http`
  return [
    toMeasurement(
      'start to first page, existing data',
      median(times.existing),
      baseline,
      '1,000 ms, aim 500',
    ),
    toMeasurement('start to first page, empty folder', median(times.empty), baseline, '2,500 ms, aim 1,500'),
  ]
}

async function measureStarts(
  site: ServerProcess,
  times: { empty: Array<number>; existing: Array<number> },
): Promise<void> {
  times.empty.push(await site.start('/'))
  const creator = createClient(site.url)
  await creator.signIn(site, 'mara@example.com')
  const id = await creator.publish(Buffer.from('the very bytes'))
  for (let start = 0; start < 2; start++) {
    await site.stop()
    times.existing.push(await site.start(`/p/${id}`))
  }
  await site.stop()
}

function toMeasurement(what: string, ms: number, baseline: string, target: string): Measurement {
  return { what, measured: milliseconds(ms), baseline, target }
}
