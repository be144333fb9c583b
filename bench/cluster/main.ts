import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { startPostgres } from '../../server/adapters/postgres/start.ts'
import { startObjectStore } from '../../tests/support/object-store.ts'
import { createClient } from '../http-client.ts'
import { requestsPerSecond } from '../load.ts'
import type { Measurement } from '../report.ts'
import { type ServerProcess, startServerProcess } from '../server-process.ts'
import { countLost, openDashboard, slowUpload, startBuyers } from './load.ts'
import { startProxy } from './proxy.ts'

const processCount = 3
const buyers = 6
/** Checkouts of one item are limited, so buyers take several. */
const itemCount = 3
const measureSeconds = 5
const settleMs = 2_000

/**
 * Three processes behind a proxy, on one PostgreSQL and one S3 store: throughput beside one process, then a rolling
 * restart and a kill of each while people buy, upload and watch their dashboard.
 */
export async function cluster(): Promise<Array<Measurement>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tipdrop-cluster-'))
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const postgres = await startPostgres({ dataDir: join(dataDir, 'database'), log })
  const store = await startObjectStore()
  const bucket = await store.newBucket()
  const { host, port, user, database } = postgres.connection
  const settings = {
    DATABASE_URL: `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`,
    SESSION_SECRET: createHash('sha256').update(dataDir).digest('hex'),
    TRUST_PROXY: '127.0.0.1',
    S3_ENDPOINT: bucket.endpoint,
    S3_REGION: bucket.region,
    S3_BUCKET: bucket.bucket,
    S3_ACCESS_KEY_ID: bucket.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  }
  const processes: Array<ServerProcess> = []
  const stops: Array<() => Promise<unknown>> = []
  try {
    for (let i = 0; i < processCount; i++) {
      const started = await startServerProcess(settings, { dataDir })
      await started.start()
      processes.push(started)
    }
    const proxy = await startProxy(processes.map(({ url }) => Number(new URL(url).port)))
    stops.push(proxy.stop)
    return await measure({ processes, dataDir, proxy })
  } finally {
    for (const stop of stops) await stop()
    for (const one of processes) await one.stop()
    await postgres.stop()
    await store.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

type Cluster = {
  processes: Array<ServerProcess>
  dataDir: string
  proxy: { url: string; kind: string }
}

async function measure({ processes, dataDir, proxy }: Cluster): Promise<Array<Measurement>> {
  const bytes = Buffer.from('the very bytes')
  const creator = createClient(proxy.url)
  await creator.signIn({ dataDir }, 'mara@example.com')
  const contentIds: Array<number> = []
  for (let i = 0; i < itemCount; i++) contentIds.push(await creator.publish(bytes))

  const [first] = processes
  const page = `/p/${contentIds[0]}`
  const load = { connections: 16, seconds: measureSeconds }
  const one = await requestsPerSecond(`${first?.url}${page}`, load)
  const three = await requestsPerSecond(`${proxy.url}${page}`, load)

  const dashboard = openDashboard(proxy.url, creator)
  const shoppers = startBuyers(proxy.url, { contentIds, count: buyers })
  const upload = slowUpload(proxy.url, creator, { file: randomBytes(16 * 1024 ** 2), pauseMs: 1_500 })
  await sleep(settleMs)
  for (const running of processes) {
    await running.stop()
    await running.start()
    await sleep(settleMs)
  }
  const pagesOfRestarts = { ...shoppers.seen }
  for (const running of processes) {
    await running.kill()
    await sleep(settleMs)
    await running.start()
    await sleep(settleMs)
  }
  const uploaded = await upload
  const { sales, pages, brokenPages, brokenStatuses, retries } = await shoppers.stop()
  await sleep(settleMs)
  await dashboard.stop()
  const lost = await countLost(sales, bytes)

  return [
    {
      what: `tip page through ${proxy.kind}: three processes beside one`,
      measured: `${Math.round(three)} a second`,
      baseline: `${Math.round(one)} a second`,
      ratio: three / one,
    },
    {
      what: 'broken pages, rolling restart of each process',
      measured: `${pagesOfRestarts.brokenPages} of ${pagesOfRestarts.pages}`,
      target: '0',
    },
    {
      what: 'broken pages, kill -9 of each process',
      measured: `${brokenPages - pagesOfRestarts.brokenPages} of ${pages - pagesOfRestarts.pages}${[...brokenStatuses].map((status) => ` (status ${status})`).join('')}`,
      target: '0',
    },
    { what: 'lost sales', measured: `${lost} of ${sales.length} (${retries} retries)`, target: '0' },
    {
      what: 'an upload of 16 MiB meanwhile',
      measured: `${uploaded.isComplete ? 'complete' : 'incomplete'}, ${uploaded.interruptions} interruptions`,
      target: 'complete',
    },
    {
      what: 'a dashboard meanwhile',
      measured: `${dashboard.seen.sales} live sales, ${dashboard.seen.reconnects} reconnects`,
    },
  ]
}
