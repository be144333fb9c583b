import { randomBytes } from 'node:crypto'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { createContent } from '../contract/content.ts'
import { chromiumLaunchOptions } from '../e2e/fixtures/chromium.ts'
import { createClient } from '../tests/support/http-client.ts'
import { startServerProcess } from '../tests/support/server-process.ts'
import { startBaselineServer } from './baseline-server.ts'
import { type Measurement, median, milliseconds } from './report.ts'

const rounds = 5
/** Lighthouse's slow 4G and phone, with the browser's own throttling: each request waits for `latency` milliseconds. */
const network = { offline: false, latency: 562.5, downloadThroughput: 187_500, uploadThroughput: 84_375 }
const cpuSlowdown = 4
const phone = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 1.75,
  isMobile: true,
  hasTouch: true,
}
/** Blocking time is what a task takes beyond this. */
const longTaskMs = 50
/** After the last request nothing more is expected within this time. */
const settleMs = 500

type Load = { lcpMs: number; blockingMs: number; shift: number; bytes: number; requests: number }

/** What a phone on a slow network waits for: largest paint, blocking time after the first paint, layout shift and bytes. */
export async function slowPhone(): Promise<Array<Measurement>> {
  const site = await startServerProcess()
  const bare = await startBaselineServer()
  const browser = await chromium.launch(chromiumLaunchOptions())
  try {
    await site.start()
    // One item each, because a tip page shows the creator's other items.
    const [mara, jonas] = [createClient(site.url), createClient(site.url)]
    await mara.signIn(site, 'mara@example.com')
    await jonas.signIn(site, 'jonas@example.com')
    const plain = await mara.publish(Buffer.from('the very bytes'))
    const withPreview = await publishWithPreview(jonas)
    const pages = {
      'tip page with a preview image': `/p/${withPreview}`,
      'tip page': `/p/${plain}`,
      'landing page': '/',
    }
    const measurements: Array<Measurement> = []
    for (const [what, path] of Object.entries(pages)) {
      const loads: Array<Load> = []
      const bareLoads: Array<Load> = []
      for (let round = 0; round < rounds; round++) {
        loads.push(await load(browser, site.url + path))
        bareLoads.push(await load(browser, bare.url))
      }
      measurements.push(summarize(what, loads, bareLoads))
    }
    return measurements
  } finally {
    await browser.close()
    bare.stop()
    await site.remove()
  }
}

function summarize(what: string, loads: Array<Load>, bareLoads: Array<Load>): Measurement {
  const middle = (name: keyof Load) => median(loads.map((oneLoad) => oneLoad[name]))
  return {
    what: `${what} on slow 4G and a CPU ${cpuSlowdown} times slower`,
    measured: `LCP ${milliseconds(middle('lcpMs'))}, blocked ${milliseconds(middle('blockingMs'))}, shift ${middle('shift').toFixed(3)}, ${(middle('bytes') / 1024).toFixed(1)} KB in ${middle('requests')} requests`,
    baseline: `LCP ${milliseconds(median(bareLoads.map(({ lcpMs }) => lcpMs)))} one word`,
    target: '1,200 ms, 20 ms, 0.01, 60 KB in 5',
  }
}

async function load(browser: Browser, url: string): Promise<Load> {
  const context = await browser.newContext(phone)
  try {
    const page = await context.newPage()
    const session = await context.newCDPSession(page)
    await session.send('Network.enable')
    const traffic = { bytes: 0, requests: 0 }
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      traffic.bytes += encodedDataLength
      if (encodedDataLength > 0) traffic.requests += 1
    })
    await page.addInitScript(observePaints)
    await session.send('Network.emulateNetworkConditions', network)
    await session.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
    await page.goto(url, { waitUntil: 'networkidle' })
    await page.waitForTimeout(settleMs)
    return { ...(await readPaints(page)), ...traffic }
  } finally {
    await context.close()
  }
}

/** Runs in the browser before the page's own scripts. */
const observePaints = `
  benchEntries = []
  for (const type of ['paint', 'largest-contentful-paint', 'longtask', 'layout-shift'])
    new PerformanceObserver((list) => benchEntries.push(...list.getEntries())).observe({ type, buffered: true })`

type Entry = { entryType: string; name: string; startTime: number; duration: number; value?: number }

async function readPaints(page: Page) {
  const entries: Array<Entry> = JSON.parse(await page.evaluate('JSON.stringify(benchEntries)'))
  const ofType = (type: string) => entries.filter(({ entryType }) => entryType === type)
  const firstPaint = ofType('paint').find(({ name }) => name === 'first-contentful-paint')?.startTime ?? 0
  const afterPaint = ofType('longtask').filter(({ startTime, duration }) => startTime + duration > firstPaint)
  const blocking = afterPaint.map(({ startTime, duration }) => {
    const begin = Math.max(startTime, firstPaint)
    return Math.max(0, startTime + duration - begin - longTaskMs)
  })
  return {
    lcpMs: ofType('largest-contentful-paint').at(-1)?.startTime ?? Number.NaN,
    blockingMs: blocking.reduce((sum, ms) => sum + ms, 0),
    shift: ofType('layout-shift').reduce((sum, { value = 0 }) => sum + value, 0),
  }
}

/** A picture with soft areas, edges and a little grain, like a photo. */
async function publishWithPreview(creator: ReturnType<typeof createClient>): Promise<number> {
  const [width, height] = [1_600, 1_000]
  const random = (n: number) => (n * 2_654_435_761) >>> 8
  const circles = Array.from({ length: 40 }, (_, n) => {
    const color = (random(n) & 0xffffff).toString(16).padStart(6, '0')
    return `<circle cx="${random(n) % width}" cy="${(random(n) >> 4) % height}" r="${20 + (random(n) % 90)}" fill="#${color}" opacity=".5"/>`
  })
  const drawing = `<svg width="${width}" height="${height}" xmlns="http://www.w3.org/2000/svg">${circles.join('')}</svg>`
  const grain = await sharp(randomBytes(width * height), { raw: { width, height, channels: 1 } })
    .linear(0.03, 124)
    .png()
    .toBuffer()
  const colors = Buffer.from(Array.from({ length: 16 * 10 * 3 }, (_, n) => random(n) & 0xff))
  const photo = await sharp(colors, { raw: { width: 16, height: 10, channels: 3 } })
    .resize({ width, height, fit: 'fill', kernel: 'cubic' })
    .composite([{ input: Buffer.from(drawing) }, { input: grain, blend: 'soft-light' }])
    .jpeg()
    .toBuffer()
  const form = new FormData()
  for (const [name, value] of Object.entries({ title: 'Dusk', description: 'Ten presets.', price: '10.00' }))
    form.set(name, value)
  form.set('previewImage', new Blob([new Uint8Array(photo)], { type: 'image/jpeg' }), 'dusk.jpg')
  form.set('file', new Blob(['the very bytes']), 'dusk.zip')
  const response = await creator.send('POST', createContent.path, form)
  return ((await response.json()) as { id: number }).id
}
