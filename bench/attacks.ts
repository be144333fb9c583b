import { fork } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { getHealth } from '../contract/instance.ts'
import { limits } from '../contract/limits.ts'
import { pngWithTexts } from '../tests/support/hostile-images.ts'
import { createClient } from '../tests/support/http-client.ts'
import { type ServerProcess, startServerProcess } from '../tests/support/server-process.ts'
import { attacks, type Target } from './attacker.ts'
import { residentBytes } from './memory.ts'
import { type Measurement, megabytes, milliseconds, quantile } from './report.ts'

const heapMegabytes = 512
/** Linux routes all of 127.0.0.0/8 to loopback, so the measuring client has another address than the attackers. */
const localAddress = process.platform === 'linux' ? '127.0.0.2' : '127.0.0.1'

export type AttackResult = {
  beforeBytes: number
  peakBytes: number
  isAlive: boolean
  /** Requests of `/health` at the same time. */
  health: { latenciesMs: Array<number>; failed: number }
  outcomes: Record<string, number>
}

/** Runs each attack, or one of them, against a fresh server with a heap of 512 MB. */
export async function measureAttacks({
  seconds,
  only,
}: {
  seconds: number
  only?: string | undefined
}): Promise<Array<Measurement>> {
  const measurements: Array<Measurement> = []
  for (const [name, { what, isOneRound }] of Object.entries(attacks)) {
    if (only && only !== name) continue
    const result = await runAttack(name, { seconds: isOneRound ? 0 : seconds })
    console.log(`  ${name}: ${JSON.stringify(result.outcomes)}`)
    const { health, beforeBytes, peakBytes, isAlive } = result
    measurements.push(
      {
        what: `${what}: /health p99`,
        measured: isAlive ? milliseconds(quantile(health.latenciesMs, 0.99)) : 'server died',
        baseline: `p50 ${milliseconds(quantile(health.latenciesMs, 0.5))}, ${health.failed} failed`,
        target: '250 ms',
      },
      {
        what: `${what}: memory`,
        measured: `+${megabytes(peakBytes - beforeBytes)}`,
        baseline: `${megabytes(beforeBytes)} before`,
        target: '+150 MiB',
      },
    )
  }
  return measurements
}

/** Runs one attack for `seconds` while a client at another address asks for /health. */
export async function runAttack(name: string, { seconds }: { seconds: number }): Promise<AttackResult> {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-attack-'))
  const site = await startServerProcess({ NODE_OPTIONS: `--max-old-space-size=${heapMegabytes}` })
  try {
    await site.start()
    const prepared = await prepare(site, folder, name)
    await warmUp(site, prepared.contentIds)
    const target = { ...prepared, parallel: attacks[name]?.parallel ?? 1, seconds }
    const beforeBytes = await residentBytes(site)
    const observer = observe(site)
    const outcomes = await runAttacker(name, target)
    const { peakBytes, ...health } = await observer.stop()
    const isAlive = await checkHealth(site.url).then(
      () => true,
      () => false,
    )
    return { beforeBytes, peakBytes, health, isAlive, outcomes }
  } finally {
    await site.remove()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Asks for /health twenty times a second, however long the answers take, until stopped. */
function observe(site: ServerProcess) {
  const observed = { latenciesMs: [] as Array<number>, failed: 0, peakBytes: 0 }
  const probe = async () => {
    const startedAt = performance.now()
    await checkHealth(site.url).then(
      () => observed.latenciesMs.push(performance.now() - startedAt),
      () => (observed.failed += 1),
    )
    observed.peakBytes = Math.max(observed.peakBytes, await residentBytes(site))
  }
  const probes = [probe()]
  const timer = setInterval(() => probes.push(probe()), 50)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(probes)
      return observed
    },
  }
}

/** Over a new connection. Throws without a 200. */
function checkHealth(url: string): Promise<void> {
  const agent = new Agent({ keepAlive: false })
  return new Promise((resolve, reject) => {
    const options = { agent, localAddress, timeout: 20_000 }
    const request = get(`${url}${getHealth.path}`, options, (response) => {
      response.resume()
      response.once('end', () => (response.statusCode === 200 ? resolve() : reject(new Error('Not healthy'))))
      response.once('error', reject)
    })
    request.once('timeout', () => request.destroy(new Error('No response')))
    request.once('error', reject)
  })
}

type Prepared = Omit<Target, 'parallel' | 'seconds'>

/** Creates a creator with items, and a buyer with a purchase. */
async function prepare(site: ServerProcess, folder: string, name: string): Promise<Prepared> {
  const creator = createClient(site.url)
  await creator.signIn(site, 'mara@example.com')
  const itemCount = ['shareCards', 'qrCodes'].includes(name) ? 20 : 1
  const fileBytes = name === 'unreadDownloads' ? 30 * 1024 ** 2 : 1_000
  const contentIds: Array<number> = []
  while (contentIds.length < itemCount) contentIds.push(await creator.publish(Buffer.alloc(fileBytes, 'x')))
  const [contentId = 0] = contentIds
  const statement = statements(contentId)[name]
  if (statement) await site.query(statement)
  const { content, accessUrl } = await createClient(site.url).buys(contentId)
  const visitor = createClient(site.url)
  const paymentIntentIds: Array<string> = []
  while (name === 'providerReads' && paymentIntentIds.length < 8) {
    const unpaid = await visitor.startCheckout(contentId, `fan${paymentIntentIds.length}@example.com`)
    paymentIntentIds.push(unpaid.paymentIntentId)
  }
  const imagePath = join(folder, 'large.jpg')
  const image = await images[name]?.()
  if (image) await writeFile(imagePath, image)
  return {
    url: site.url,
    cookie: creator.cookieHeader(),
    contentIds,
    buyerCookie: visitor.cookieHeader(),
    paymentIntentIds,
    accessToken: accessUrl.split('/').at(-1) ?? '',
    fileUrl: content.fileUrl ?? '',
    imagePath,
  }
}

/** What an attack needs in the database. */
function statements(contentId: number): Record<string, string> {
  return {
    textFlood: `update content_parts set kind = 'text', access = 'view', file_id = null,
      text = repeat(E'> a\\n\\n', 20000) where content_id = ${contentId}`,
    analyticsRange: `update users set plan = 'pro'`,
    // As many items as a free account may have, with the longest descriptions.
    listFlood: `
      insert into content_items (id, creator_id, status, title, description, pricing_model, price_amount, currency,
          category, created_at, updated_at)
        select 1000 + n, creator_id, 'draft', 'Item ' || n, repeat('d', ${limits.maxDescriptionLength}),
          pricing_model, price_amount, currency, category, created_at, updated_at
        from content_items, generate_series(1, ${limits.maxItems.creator}) as n where id = ${contentId};
      insert into content_parts (content_id, position, kind, access, text, added_at)
        select id, 1, 'text', 'view', repeat('t', ${limits.maxTextContentLength}), created_at
        from content_items where id between 1001 and 1000 + ${limits.maxItems.creator}`,
  }
}

const background = '#0e6b4a'
const images: Record<string, () => Promise<Buffer> | Buffer> = {
  imageFlood: () =>
    sharp({ create: { width: 8_900, height: 6_600, channels: 3, background } })
      .jpeg({ quality: 60 })
      .toBuffer(),
  // It must be decoded as a whole, and is just within the limit of a photo.
  interlacedFlood: () =>
    sharp({ create: { width: 6_000, height: 4_000, channels: 4, background } })
      .png({ progressive: true })
      .toBuffer(),
  hostileImages: () => pngWithTexts(11),
}

/** Loads each page once, so that lazily loaded code is not counted. */
async function warmUp({ url }: ServerProcess, [contentId]: Array<number>): Promise<void> {
  for (const path of ['/', '/pricing', `/p/${contentId}`, '/nothing']) {
    for (let i = 0; i < 20; i++) await fetch(`${url}${path}`).then((response) => response.arrayBuffer())
  }
}

function runAttacker(name: string, target: Target): Promise<Record<string, number>> {
  const attacker = fork(join(import.meta.dirname, 'attacker.ts'), [name, JSON.stringify(target)], {
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
