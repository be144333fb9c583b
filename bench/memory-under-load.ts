import { setTimeout as sleep } from 'node:timers/promises'
import { buildUrl } from '../contract/route.ts'
import { getShareCard } from '../contract/sharing.ts'
import { type BenchClient, createClient } from '../tests/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../tests/support/server-process.ts'
import { requestsPerSecond } from './load.ts'
import { residentBytes, watchMemory } from './memory.ts'
import { mebibyte } from './random-file.ts'
import { type Measurement, megabytes } from './report.ts'

const fileBytes = 16 * mebibyte
/** What the start has left over is collected, and the periodic tasks have run once. */
const settleMs = 20_000

/** The resident memory of the server's process, without its database: at rest, and after `minutes` of mixed load. */
export async function memoryUnderLoad({ minutes }: { minutes: number }): Promise<Array<Measurement>> {
  const site = await startServerProcess({ MAX_FORMS_PER_MINUTE: '100000' })
  try {
    await site.start()
    const creator = createClient(site.url)
    await creator.signIn(site, 'mara@example.com')
    const items: Array<number> = []
    for (let item = 0; item < 10; item++) items.push(await creator.publish(Buffer.alloc(fileBytes, item)))
    await buyAndDownload(site, items[0] ?? 0)
    // The data stays, and the memory is that of a new process.
    await site.stop()
    await site.start()
    await fetch(`${site.url}/p/${items[0]}`)
    await sleep(settleMs)
    const atRest = await residentBytes(site)

    const watch = watchMemory(site)
    await loadFor(minutes * 60_000, { site, creator, items })
    const peak = watch.stop()
    const afterLoad = await residentBytes(site)
    await sleep(60_000)
    return [
      row('memory at rest, with data', atRest, '150 MiB'),
      row(`memory after ${minutes} minutes of mixed load`, afterLoad, '260 MiB'),
      row('its peak', peak),
      row('memory an idle minute later', await residentBytes(site)),
    ]
  } finally {
    await site.remove()
  }
}

type Load = { site: ServerProcess; creator: BenchClient; items: Array<number> }

/** Visitors, buyers who download, uploads and share cards, at the same time. */
async function loadFor(ms: number, { site, creator, items }: Load): Promise<void> {
  const end = performance.now() + ms
  const repeat = async (work: (item: number) => Promise<unknown>) => {
    for (let run = 0; performance.now() < end; run++) await work(items[run % items.length] ?? 0)
  }
  await Promise.all([
    ...[1, 2, 3].map(() => repeat((item) => buyAndDownload(site, item))),
    repeat((item) => requestsPerSecond(`${site.url}/p/${item}`, { connections: 4, seconds: 1 })),
    repeat((item) => requestsPerSecond(`${site.url}/p/${item}?utm_source=x`, { connections: 2, seconds: 1 })),
    repeat(async (item) => {
      await drain(await creator.send('GET', buildUrl(getShareCard, { params: { id: item } })))
      await drain(await creator.send('GET', '/dashboard'))
      await sleep(100)
    }),
    repeat(async () => {
      await creator.publish(Buffer.alloc(fileBytes))
      await sleep(5_000)
    }),
  ])
}

async function buyAndDownload({ url }: ServerProcess, item: number): Promise<void> {
  const { content } = await createClient(url).buys(item)
  await drain(await fetch(`${url}${content.fileUrl}`))
}

async function drain(response: Response): Promise<void> {
  for await (const _ of response.body ?? []);
  if (!response.ok) throw new Error(`${response.url}: ${response.status}`)
}

function row(what: string, bytes: number, target?: string): Measurement {
  return { what, measured: megabytes(bytes), ...(target && { target }) }
}
