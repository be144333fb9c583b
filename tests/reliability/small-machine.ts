import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { recordView } from '../../contract/analytics.ts'
import { createContent, getContent } from '../../contract/content.ts'
import { buildUrl } from '../../contract/route.ts'
import { getTeaserState, type TeaserState } from '../../contract/teasers.ts'
import { type BenchClient, createClient } from '../support/http-client.ts'
import { createMemoryGroup, type MemoryGroup } from '../support/memory-group.ts'
import { pdfWithPages, pdfWithPictures } from '../support/pdf.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { createItemsForSale } from '../support/shoppers.ts'

const mebibyte = 1024 ** 2
const visitIntervalMs = 100
const saleIntervalMs = 2_000
const uploadIntervalMs = 30_000

export type SmallMachine = {
  /** Visits, sales and uploads, and how many of them failed, by kind. */
  counts: Record<'visits' | 'sales' | 'uploads', number>
  failures: Record<string, number>
  /** The sentence of each sample, or `ready`, with its number. */
  samples: Record<string, number>
  slowestVisitsMs: { p50: number; p99: number }
  peakMebibytes: number
  kills: number
  /** Whether server and database ran from the beginning to the end. */
  hasSurvived: boolean
}

/**
 * The built server with its own database in 512 MiB: ten visitors a second, a sale every two seconds, and every thirty
 * seconds an upload of a picture and a PDF with a sample, large ones in turn with ordinary ones. Undefined where this
 * user may not make a control group.
 */
export async function runSmallMachine(
  minutes: number,
  log: (line: string) => void,
): Promise<SmallMachine | undefined> {
  const group = createMemoryGroup(512 * mebibyte)
  if (!group) return undefined
  const site = await startServerProcess({ TRUST_PROXY: '127.0.0.1' })
  try {
    const starting = site.start()
    group.add(site.pid())
    await starting
    return await loadSite(site, group, { minutes, log })
  } finally {
    await site.remove()
    group.remove()
  }
}

type Length = { minutes: number; log: (line: string) => void }

async function loadSite(site: ServerProcess, group: MemoryGroup, { minutes, log }: Length) {
  const { creator, contentIds } = await createItemsForSale(site, { items: 20 })
  const files = await uploadedFiles()
  const processes = async () =>
    [
      site.pid(),
      (await readFile(join(site.dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0],
    ].join()
  const before = await processes()
  const counts = { visits: 0, sales: 0, uploads: 0 }
  const failures = new Map<string, number>()
  const samples = new Map<string, number>()
  const visitsMs: Array<number> = []
  let peakBytes = 0

  const attempt = async (kind: keyof typeof counts, work: () => Promise<unknown>) => {
    counts[kind] += 1
    await work().catch((error: unknown) => add(failures, `${kind}: ${String(error).slice(0, 200)}`))
  }
  const itemOf = (turn: number) => contentIds[turn % contentIds.length] ?? 0
  const until = performance.now() + minutes * 60_000
  const repeat = async (intervalMs: number, act: (turn: number) => Promise<unknown>) => {
    const acts: Array<Promise<unknown>> = []
    for (let turn = 0; performance.now() < until; turn++) {
      acts.push(act(turn))
      await sleep(intervalMs)
    }
    await Promise.all(acts)
  }
  await Promise.all([
    repeat(visitIntervalMs, (turn) =>
      attempt('visits', async () => {
        const startedAt = performance.now()
        await visit(site, itemOf(turn), turn)
        visitsMs.push(performance.now() - startedAt)
      }),
    ),
    repeat(saleIntervalMs, (turn) => attempt('sales', () => buyer(site, turn).buys(itemOf(turn)))),
    repeat(uploadIntervalMs, (turn) =>
      attempt('uploads', async () => add(samples, await upload(creator, files, turn))),
    ),
    repeat(500, async () => {
      peakBytes = Math.max(peakBytes, group.usedBytes())
    }),
    repeat(60_000, async (minute) =>
      log(
        `minute ${minute}: ${JSON.stringify({ ...counts, failures: [...failures], samples: [...samples] })}, ` +
          `${Math.round(group.usedBytes() / mebibyte)} MiB, peak ${Math.round(peakBytes / mebibyte)}, ${group.kills()} kills`,
      ),
    ),
  ])
  visitsMs.sort((a, b) => a - b)
  const quantile = (share: number) => Math.round(visitsMs[Math.floor(visitsMs.length * share)] ?? 0)
  return {
    counts,
    failures: Object.fromEntries(failures),
    samples: Object.fromEntries(samples),
    slowestVisitsMs: { p50: quantile(0.5), p99: quantile(0.99) },
    peakMebibytes: Math.round(peakBytes / mebibyte),
    kills: group.kills(),
    hasSurvived: site.isRunning() && (await processes()) === before,
  }
}

/** A visitor with an address of their own, as a proxy says it. */
function buyer(site: ServerProcess, turn: number): BenchClient {
  const address = `10.${turn >> 16}.${(turn >> 8) & 255}.${turn & 255}`
  return createClient(site.url, { 'x-forwarded-for': address })
}

async function visit(site: ServerProcess, id: number, turn: number): Promise<void> {
  const visitor = buyer(site, turn)
  const requests: Array<[string, string, object?]> = [
    ['GET', `/p/${id}`],
    ['GET', buildUrl(getContent, { params: { id } })],
    ['POST', buildUrl(recordView, { params: { id } }), {}],
  ]
  for (const [method, path, body] of requests) {
    const response = await visitor.send(method, path, body)
    await response.arrayBuffer()
    if (!response.ok) throw new Error(`${method} ${path.replace(/\d+/, '*')}: ${response.status}`)
  }
}

type UploadedFiles = { image: Buffer; pdfs: Array<Buffer> }

async function uploadedFiles(): Promise<UploadedFiles> {
  // Noise, as in a photograph.
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 30 }
  const background = { r: 14, g: 107, b: 74 }
  const image = sharp({ create: { width: 4_000, height: 3_000, channels: 3, background, noise } })
  return {
    image: await image.jpeg().toBuffer(),
    pdfs: [await pdfWithPictures(12, 5_000), await pdfWithPages(200)],
  }
}

/** Publishes a PDF with a picture and a sample of five pages, waits for the sample, and deletes the item. */
async function upload(creator: BenchClient, { image, pdfs }: UploadedFiles, turn: number): Promise<string> {
  const form = new FormData()
  for (const [name, value] of Object.entries({ title: 'A score', price: '10.00', teaserPages: '5' }))
    form.set(name, value)
  form.set('previewImage', new Blob([new Uint8Array(image)]), 'cover.jpg')
  form.set('file', new Blob([new Uint8Array(pdfs[turn % pdfs.length] ?? [])]), 'score.pdf')
  const published = await creator.send('POST', createContent.path, form)
  const { id } = (await published.json()) as { id?: number }
  if (!published.ok || id === undefined) throw new Error(`publish: ${published.status}`)
  const state = await sampleOf(creator, id)
  await creator.send('DELETE', `/api/content/${id}`)
  return state.teaserStatus === 'failed' ? state.teaserError : state.teaserStatus
}

async function sampleOf(creator: BenchClient, id: number): Promise<TeaserState> {
  const path = buildUrl(getTeaserState, { params: { id } })
  for (;;) {
    const state = (await (await creator.send('GET', path)).json()) as TeaserState
    if (state.teaserStatus !== 'pending' && state.teaserStatus !== 'making') return state
    await sleep(500)
  }
}

function add(counts: Map<string, number>, kind: string): void {
  counts.set(kind, (counts.get(kind) ?? 0) + 1)
}
