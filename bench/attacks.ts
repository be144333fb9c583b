import { fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { limits } from '../contract/limits.ts'
import { pngWithTexts } from '../tests/support/hostile-images.ts'
import { createClient } from '../tests/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../tests/support/server-process.ts'
import type { Target } from './attacker/attack.ts'
import { observe } from './health.ts'
import { residentBytes } from './memory.ts'
import { type Measurement, megabytes, milliseconds, quantile } from './report.ts'

/** The attacks by name, each with its concurrency. With `isOneRound` each concurrent loop sends one request. */
const attacks: Record<string, { what: string; parallel: number; isOneRound?: true }> = {
  fieldBurst: { what: '100 forms of 40 unknown fields of 15 MiB, once', parallel: 100, isOneRound: true },
  fieldFlood: { what: 'forms of 40 unknown fields of 15 MiB', parallel: 100 },
  imageFlood: { what: 'images of 59 megapixels as photos', parallel: 20 },
  interlacedFlood: { what: 'interlaced images of 24 megapixels', parallel: 12 },
  hostileImages: { what: 'photos of 535 KB with 550 MB of text', parallel: 30 },
  listFlood: { what: 'the list of 2,000 items', parallel: 24 },
  textFlood: { what: 'a text of 20,000 quotations', parallel: 10 },
  providerReads: { what: 'reads of payments that nobody pays', parallel: 30 },
  analyticsRange: { what: 'a report up to the year 9999', parallel: 30 },
  receiptFlood: { what: 'PDF receipts with one access link', parallel: 60 },
  deepJson: { what: 'JSON of 500 KB, nested 250,000 deep', parallel: 20 },
  randomQueries: { what: 'random queries and unknown paths', parallel: 100 },
  missingPages: { what: 'unknown pages, and other spellings of a page', parallel: 30 },
  qrCodes: { what: 'QR codes of 20 items', parallel: 60 },
  shareCards: { what: 'share images of 20 new items', parallel: 20 },
  unreadDownloads: { what: 'downloads never read', parallel: 100 },
  trickledForms: { what: 'anonymous forms, 1.1 KB/s', parallel: 300 },
  unreadPipelines: { what: '200 pages in one packet, never read', parallel: 100 },
}

const heapMegabytes = 512
const itemCount = 20
const fileBytes = 30 * 1024 ** 2

export type AttackResult = {
  p50Ms: number
  p99Ms: number
  maxMs: number
  failed: number
  beforeBytes: number
  peakBytes: number
  afterBytes: number
  isAlive: boolean
  /** Other buyers' purchases at the same time. */
  sales: Sales
  outcomes: Record<string, number>
}

/**
 * Runs each attack against a fresh server with a heap of 512 MB. `npm run bench -- attacks 30 deepJson` runs one of
 * them for 30 s.
 */
export async function measureAttacks({
  seconds,
  only: onlyName,
}: {
  seconds: number
  only?: string | undefined
}): Promise<Array<Measurement>> {
  const measurements: Array<Measurement> = []
  for (const [name, { what, isOneRound }] of Object.entries(attacks)) {
    if (onlyName && onlyName !== name) continue
    const result = await runAttack(name, { seconds: isOneRound ? 0 : seconds })
    const outcomes = Object.entries(result.outcomes).map(([status, count]) => `${count} × ${status}`)
    console.log(`  ${name}: ${outcomes.join(', ')}`)
    const { p50Ms, p99Ms, maxMs, failed, beforeBytes, peakBytes, afterBytes, isAlive, sales } = result
    measurements.push(
      {
        what: `${what}: /health p99`,
        measured: isAlive ? milliseconds(p99Ms) : 'server died',
        baseline: `p50 ${milliseconds(p50Ms)}, max ${milliseconds(maxMs)}, ${failed} failed`,
        target: 'under 250 ms',
      },
      {
        what: `${what}: memory`,
        measured: `+${megabytes(peakBytes - beforeBytes)}`,
        baseline: `${megabytes(beforeBytes)} before, ${megabytes(afterBytes)} after`,
        target: isOneRound ? 'under +100 MiB' : 'under +150 MiB',
      },
      {
        what: `${what}: sales to others`,
        measured: `${sales.latenciesMs.length - sales.failed} of ${sales.latenciesMs.length}`,
        baseline: `slowest ${milliseconds(Math.max(...sales.latenciesMs))}`,
        target: 'all',
      },
    )
  }
  return measurements
}

/** Runs one attack for `seconds` while a client at another address measures /health. */
export async function runAttack(
  name: string,
  { seconds, parallel = attacks[name]?.parallel ?? 1 }: { seconds: number; parallel?: number },
): Promise<AttackResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-attack-'))
  const site = await startServerProcess({ NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}` })
  try {
    await site.start()
    const target = await prepare(site, folder, name)
    await warmUp(site, target)
    const beforeBytes = await residentBytes(site)
    const observer = observe(site)
    const sales = sellMeanwhile(site, target.saleContentId)
    const outcomes = await runAttacker(name, { ...target, parallel, seconds })
    const salesMade = await sales.stop()
    const { latenciesMs, failed, peakBytes } = await observer.stop()
    return {
      p50Ms: quantile(latenciesMs, 0.5),
      p99Ms: quantile(latenciesMs, 0.99),
      maxMs: Math.max(...latenciesMs),
      failed,
      beforeBytes,
      peakBytes,
      afterBytes: await residentBytes(site),
      isAlive: await fetch(`${site.url}/health`).then(
        ({ ok }) => ok,
        () => false,
      ),
      sales: salesMade,
      outcomes,
    }
  } finally {
    await site.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

type Sales = { latenciesMs: Array<number>; failed: number }

/** One purchase after the other, each by a new browser, until stopped. */
function sellMeanwhile(site: ServerProcess, contentId: number): { stop(): Promise<Sales> } {
  const sales: Sales = { latenciesMs: [], failed: 0 }
  let isStopped = false
  const sell = async () => {
    const fan = createClient(site.url)
    const checkout = await fan.startCheckout(contentId)
    await fan.pay(checkout)
    const { purchaseId } = await fan.completeCheckout(checkout)
    if (!purchaseId) throw new Error('Not paid')
  }
  const loop = (async () => {
    do {
      const startedAt = performance.now()
      await sell().catch(() => {
        sales.failed += 1
      })
      sales.latenciesMs.push(performance.now() - startedAt)
      await sleep(500)
    } while (!isStopped)
  })()
  return {
    async stop() {
      isStopped = true
      await loop
      return sales
    },
  }
}

type Prepared = Omit<Target, 'parallel' | 'seconds'> & { saleContentId: number }

/** Creates a creator with items, and a buyer with a purchase. */
async function prepare(site: ServerProcess, folder: string, name: string): Promise<Prepared> {
  const creator = createClient(site.url)
  await creator.signIn(site, 'mara@example.com')
  const large = name === 'unreadDownloads' ? fileBytes : 1_000
  const contentIds = [await creator.publish(Buffer.alloc(large, 'x'))]
  if (name === 'shareCards' || name === 'qrCodes') {
    while (contentIds.length < itemCount)
      contentIds.push(await creator.publish(Buffer.from('the very bytes')))
  }
  const [contentId = 0] = contentIds
  const saleContentId = await creator.publish(Buffer.from('what others buy'))
  if (name === 'textFlood')
    await site.query(`update content_items set kind = 'text', access_type = 'view', file_id = null,
      text_content = repeat(E'> a\\n\\n', 20000) where id = ${contentId}`)
  if (name === 'analyticsRange') await site.query(`update users set plan = 'pro'`)
  if (name === 'listFlood') await fillAccount(site, saleContentId)
  const fan = createClient(site.url)
  const checkout = await fan.startCheckout(contentId)
  await fan.pay(checkout)
  await fan.completeCheckout(checkout)
  const { content, accessUrl } = await fan.verifyPurchase(checkout, contentId)
  const visitor = createClient(site.url)
  const paymentIntentIds: Array<string> = []
  if (name === 'providerReads')
    while (paymentIntentIds.length < 8)
      paymentIntentIds.push(
        (await visitor.startCheckout(contentId, `fan${paymentIntentIds.length}@example.com`)).paymentIntentId,
      )
  const imagePath = join(folder, 'large.jpg')
  if (name === 'imageFlood') await writeFile(imagePath, await largeImage())
  if (name === 'interlacedFlood') await writeFile(imagePath, await interlacedImage())
  if (name === 'hostileImages') await writeFile(imagePath, pngWithTexts(11))
  return {
    url: site.url,
    cookie: creator.cookieHeader(),
    contentIds,
    saleContentId,
    buyerCookie: visitor.cookieHeader(),
    paymentIntentIds,
    accessToken: accessUrl.split('/').at(-1) ?? '',
    fileUrl: content.fileUrl ?? '',
    imagePath,
  }
}

/** As many items as a free account may have, with the longest descriptions. */
async function fillAccount(site: ServerProcess, contentId: number): Promise<void> {
  await site.query(`
    insert into content_items (id, creator_id, kind, status, title, description, pricing_model, price_amount, currency, category,
        access_type, text_content, created_at, updated_at)
      select 1000 + n, creator_id, 'text', 'draft', 'Item ' || n, repeat('d', ${limits.maxDescriptionLength}), pricing_model,
        price_amount, currency, category, 'view', repeat('t', ${limits.maxTextContentLength}), created_at, updated_at
      from content_items, generate_series(1, ${limits.maxItems.creator}) as n where id = ${contentId}`)
}

function largeImage(): Promise<Buffer> {
  return sharp({ create: { width: 8_900, height: 6_600, channels: 3, background: '#0e6b4a' } })
    .jpeg({ quality: 60 })
    .toBuffer()
}

/** An interlaced image must be decoded as a whole; this one is just within the limit of a photo. */
function interlacedImage(): Promise<Buffer> {
  return sharp({ create: { width: 6_000, height: 4_000, channels: 4, background: '#0e6b4a' } })
    .png({ progressive: true })
    .toBuffer()
}

/** Loads each page once, so that lazily loaded code is not counted. */
async function warmUp(site: ServerProcess, { contentIds }: Prepared): Promise<void> {
  for (const path of ['/', '/pricing', `/p/${contentIds[0]}`, '/nothing']) {
    for (let i = 0; i < 20; i++) await fetch(`${site.url}${path}`).then((response) => response.arrayBuffer())
  }
}

function runAttacker(name: string, target: Target): Promise<Record<string, number>> {
  const attacker = fork(join(import.meta.dirname, 'attacker/main.ts'), [name, JSON.stringify(target)], {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  return new Promise((done, failed) => {
    let outcomes: Record<string, number> = {}
    attacker.on('message', (message) => {
      outcomes = message as Record<string, number>
    })
    attacker.once('error', failed)
    attacker.once('exit', (code) =>
      code === 0 ? done(outcomes) : failed(new Error(`The attacker ended with exit code ${code}.`)),
    )
  })
}
