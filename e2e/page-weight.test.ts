import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import sharp from 'sharp'
import { createContent } from '../contract/content.ts'
import { limits } from '../contract/limits.ts'
import { buy, publish, signIn } from './fixtures/actions.ts'
import { textsForSale } from './fixtures/items.ts'
import { publishParts } from './fixtures/parts.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
const items = textsForSale(site)
const kibibyte = 1024

/** What a page loads until the network is idle: the gzipped bytes of script files, all transferred bytes, and the files. */
async function measurePageWeight({ page }: Pick<Visitor, 'page'>, open: () => Promise<unknown>) {
  // Ends what the last page still loads, whose answers could not be read after the navigation.
  await page.goto('about:blank')
  const responses: Array<Response> = []
  // A stream of events has no size before it ends.
  const isStream = (response: Response) => response.request().resourceType() === 'eventsource'
  // A data URL is no request: its bytes are those of the document.
  const isInPage = (response: Response) => response.url().startsWith('data:')
  page.on('response', (response) => {
    if (!isStream(response) && !isInPage(response)) responses.push(response)
  })
  await open()
  await page.waitForLoadState('networkidle')
  const files = await Promise.all(responses.map(measureResponse))
  const sum = (sizes: Array<number>) => sizes.reduce((total, size) => total + size, 0)
  const scripts = files.filter(({ type }) => type === 'script')
  return {
    script: sum(scripts.map(({ gzipBytes }) => gzipBytes)),
    scripts,
    transferred: sum(files.map(({ transferredBytes }) => transferredBytes)),
    types: files.map(({ type }) => type).sort(),
  }
}

async function measureResponse(response: Response) {
  const request = response.request()
  const type = request.resourceType()
  const file = new URL(response.url()).pathname.slice(1)
  const { responseBodySize, responseHeadersSize } = await request.sizes()
  const gzipBytes = type === 'script' ? gzipSync(await response.body()).length : 0
  return { type, file, gzipBytes, transferredBytes: responseBodySize + responseHeadersSize }
}

test('before any interaction, a tip page loads at most 44 KB in four requests', async () => {
  const visitor = await site.newVisitor({ width: 360 })

  const { transferred, types } = await measurePageWeight(visitor, () => visitor.page.goto(`/p/${items.tips}`))

  // The last one counts the view.
  expect(types).toEqual(['document', 'font', 'font', 'ping'])
  expect(transferred).toBeLessThanOrEqual(44 * kibibyte)
})

test('a tip page of 100 parts loads at most 44 KB before any interaction', async () => {
  const part = (number: number) => ({
    kind: 'text' as const,
    name: `Evening ${number}, from the harbor`,
    section: `Week ${Math.ceil(number / 7)}`,
    text: 'Wait four minutes.',
  })
  const parts = Array.from({ length: limits.maxParts }, (_, index) => part(index + 1))
  const id = await publishParts(items.creator.page, 'Salt Roads', parts)
  const visitor = await site.newVisitor({ width: 360 })

  const { transferred } = await measurePageWeight(visitor, () => visitor.page.goto(`/p/${id}`))

  await expect(visitor.page.getByText('All 100 parts')).toBeVisible()
  expect(transferred).toBeLessThanOrEqual(44 * kibibyte)
})

test('a tip page has its preview image in the page itself, and a sharp screen requests a larger one', async ({
  browser,
}) => {
  const id = await publishWithPreview(items.creator.page)
  const open = async (deviceScaleFactor: number) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, deviceScaleFactor })
    const page = await context.newPage()
    const requested: Array<string> = []
    page.on('request', (request) => void requested.push(request.url()))
    await page.goto(site.url(`/p/${id}`))
    const cover = page.getByRole('img', { name: 'Preview of Dusk' }).first()
    await expect(cover).toHaveJSProperty('complete', true)
    const source = await cover.evaluate((image: HTMLImageElement) => image.currentSrc.split(';')[0])
    await context.close()
    return { source, images: requested.filter((url) => url.includes('preview-image')) }
  }

  expect(await open(1)).toEqual({ source: 'data:image/avif', images: [] })
  expect((await open(2)).source).toContain('w=1280')
})

test('the landing page loads at most 8 KB of script before any interaction', async () => {
  const visitor = await site.newVisitor()

  const { script } = await measurePageWeight(visitor, () => visitor.page.goto('/'))

  expect(script).toBeLessThanOrEqual(8 * kibibyte)
})

test('the page for developers loads at most 44 KB of document, and 2 KB of script', async () => {
  const visitor = await site.newVisitor()
  const document = visitor.page.waitForResponse(
    (response) => new URL(response.url()).pathname === '/developers',
  )

  const { script } = await measurePageWeight(visitor, () => visitor.page.goto('/developers'))

  const { responseBodySize } = await (await document).request().sizes()
  expect(responseBodySize).toBeLessThanOrEqual(44 * kibibyte)
  expect(script).toBeLessThanOrEqual(2 * kibibyte)
})

test('a checkout loads at most 90 KB of script, its card form included', async () => {
  const visitor = await site.newVisitor()

  const { script } = await measurePageWeight(visitor, async () => {
    await visitor.page.goto(`/checkout/${items.fixed}`)
    await visitor.page.getByLabel('Card number').waitFor()
  })

  expect(script).toBeLessThanOrEqual(90 * kibibyte)
})

test('the dashboard loads at most 125 KB of script before and after the first sale', async () => {
  const { page } = await site.newVisitor({ width: 360 })
  await signIn(page, { email: 'ines@example.com', name: 'Ines' })
  const id = await publish(page, { kind: 'Text', title: 'Rain', price: '5.00', text: 'It rains.' })

  const before = await measurePageWeight({ page }, () => page.goto('/dashboard'))
  await buy((await site.newVisitor()).page, id)
  const after = await measurePageWeight({ page }, () => page.goto('/dashboard'))
  await page.getByRole('heading', { name: 'Earnings, last 30 days' }).scrollIntoViewIfNeeded()

  await expect(page.getByRole('slider', { name: 'Earnings, last 30 days' })).toBeVisible()
  expect(before.script).toBeLessThanOrEqual(125 * kibibyte)
  expect(after.script).toBeLessThanOrEqual(125 * kibibyte)
})

test('a dashboard on a desktop loads at most 125 KB of script with its earnings in view, without their chart', async () => {
  const { page } = await site.newVisitor({ width: 1_280 })
  await signIn(page, { email: 'jo@example.com', name: 'Jo' })
  await buy(
    (await site.newVisitor()).page,
    await publish(page, { kind: 'Text', title: 'Fog', price: '5.00', text: 'Fog.' }),
  )

  const { scripts } = await measurePageWeight({ page }, async () => {
    await page.goto('/dashboard')
    await page.getByRole('slider', { name: 'Earnings, last 30 days' }).waitFor()
  })

  const chart = Object.keys(readManifest()).find((name) => name.includes('column-chart')) ?? ''
  const filesWithoutChart = filesOf('web/features/earning/earnings/earnings-card.tsx')
  const isOfChart = (file: string) => filesOf(chart).has(file) && !filesWithoutChart.has(file)
  const others = scripts.filter(({ file }) => !isOfChart(file))
  expect(scripts.length).toBeGreaterThan(others.length)
  expect(others.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0)).toBeLessThanOrEqual(125 * kibibyte)
})

test('no island loads the code of whole pages, also with its first toast', () => {
  const manifest = readManifest()
  const closureOf = (name: string, seen = new Set<string>()) => {
    if (seen.has(name)) return seen
    seen.add(name)
    const { imports = [], dynamicImports = [] } = manifest[name] ?? {}
    for (const next of [...imports, ...dynamicImports]) closureOf(next, seen)
    return seen
  }
  const islands = Object.keys(manifest).filter((name) => /\.island\.tsx?\?hydrate$/.test(name))

  const withWholePages = islands.filter((name) => closureOf(name).has('web/entry-client.tsx'))

  expect(islands.length).toBeGreaterThan(10)
  expect(withWholePages).toEqual([])
})

async function publishWithPreview(page: Page): Promise<string> {
  const buffer = await sharp({ create: { width: 1_600, height: 1_000, channels: 3, background: '#286450' } })
    .png()
    .toBuffer()
  const previewImage = { name: 'dusk.png', mimeType: 'image/png', buffer }
  const fields = { kind: 'text', title: 'Dusk', accessType: 'view', price: '5.00', textContent: 'Dusk.' }
  const answer = await page.request.post(createContent.path, { multipart: { ...fields, previewImage } })
  return String((await answer.json()).id)
}

type Chunk = { file: string; imports?: Array<string>; dynamicImports?: Array<string> }

function readManifest(): Record<string, Chunk> {
  return JSON.parse(readFileSync(join(import.meta.dirname, '../dist/client/.vite/manifest.json'), 'utf8'))
}

/** The files that a module is loaded with. */
function filesOf(name: string): Set<string> {
  const { file = '', imports = [] } = readManifest()[name] ?? {}
  return new Set([file, ...imports.flatMap((imported) => [...filesOf(imported)])])
}
