import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { buildUrl } from '../contract/route.ts'
import { exportAccount, setPhoto } from '../contract/settings.ts'
import { getQrCode, getShareCard } from '../contract/sharing.ts'
import { type BenchClient, createClient } from './http-client.ts'
import { requestsPerSecond } from './load.ts'
import { type Measurement, milliseconds } from './report.ts'
import { startServerProcess } from './server-process.ts'

const seconds = 5
const load = { connections: 4, seconds }
const metricsToken = 'the token of this bench'
/** The delay that Node reports includes the interval of its timer. */
const timerMs = 10

/** Some requests are limited for an account and hour. */
type Work = { what: string; run(): Promise<unknown>; maxRuns?: number }

/** How long other requests wait for the event loop while tip pages are read and a heavy request runs repeatedly. */
export async function eventLoop(): Promise<Array<Measurement>> {
  const site = await startServerProcess({ METRICS_TOKEN: metricsToken, MAX_FORMS_PER_MINUTE: '100000' })
  try {
    await site.start()
    const creator = createClient(site.url)
    await creator.signIn(site, 'mara@example.com')
    const item = await creator.publish(Buffer.from('the item of this bench'))
    for (let sale = 0; sale < 20; sale++) await buy(site.url, item)
    const measurements: Array<Measurement> = []
    const works = await heavyWork({ url: site.url, creator, item })
    for (const work of [...works, { what: 'all of these at once', run: () => all(works), maxRuns: 4 }])
      measurements.push(await measure(site.url, `/p/${item}`, work))
    return measurements
  } finally {
    await site.remove()
  }
}

const all = (works: Array<Work>) => Promise.all(works.map(({ run }) => run()))

async function heavyWork(site: { url: string; creator: BenchClient; item: number }): Promise<Array<Work>> {
  const { url, creator, item } = site
  const photo = await sharp(randomBytes(2_000 * 1_500 * 3), {
    raw: { width: 2_000, height: 1_500, channels: 3 },
  })
    .jpeg()
    .toBuffer()
  const file = randomBytes(64 * 1024 ** 2)
  const get = async (path: string) => succeed(await creator.send('GET', path))
  return [
    { what: 'nothing else', run: async () => undefined },
    { what: 'sales', run: () => buy(url, item) },
    { what: 'uploads of 64 MiB', run: () => creator.publish(file) },
    { what: 'share cards', run: () => get(buildUrl(getShareCard, { params: { id: item } })) },
    { what: 'QR codes', run: () => get(buildUrl(getQrCode, { params: { id: item } })) },
    { what: 'photos', run: () => sendPhoto(creator, photo), maxRuns: 8 },
    { what: 'exports of the account', run: () => get(exportAccount.path), maxRuns: 4 },
  ]
}

async function buy(url: string, item: number): Promise<void> {
  const fan = createClient(url)
  const checkout = await fan.startCheckout(item)
  await fan.pay(checkout)
  await fan.completeCheckout(checkout)
}

async function sendPhoto(creator: BenchClient, photo: Buffer): Promise<void> {
  const form = new FormData()
  form.set('photo', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'photo.jpg')
  await succeed(await creator.send('POST', setPhoto.path, form))
}

/** A limited request would do no work. */
async function succeed(response: Response): Promise<void> {
  const body = await response.arrayBuffer()
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${Buffer.from(body)}`)
}

/** Runs the work again and again while pages are read. */
async function measure(
  url: string,
  page: string,
  { what, run, maxRuns = Infinity }: Work,
): Promise<Measurement> {
  await delays(url)
  const end = performance.now() + seconds * 1_000
  const repeat = async () => {
    let runs = 0
    for (; performance.now() < end && runs < maxRuns; runs++) {
      await run()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    return runs
  }
  const [pages, runs] = await Promise.all([requestsPerSecond(`${url}${page}`, load), repeat()])
  const { p99, max } = await delays(url)
  return {
    what: `event loop delay p99 with ${what}`,
    measured: `${milliseconds(p99)}, longest ${milliseconds(max)}`,
    baseline: `${Math.round(pages)} pages/s, ${runs} runs`,
    target: '20 ms',
  }
}

/** Milliseconds since the last call, which starts a new histogram. */
async function delays(url: string): Promise<{ p99: number; max: number }> {
  const response = await fetch(`${url}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  const text = await response.text()
  const lagOf = (name: string) => {
    const value = Number(new RegExp(`^nodejs_eventloop_lag_${name}_seconds (\\S+)$`, 'm').exec(text)?.[1])
    return Math.max(value * 1_000 - timerMs, 0)
  }
  return { p99: lagOf('p99'), max: lagOf('max') }
}
