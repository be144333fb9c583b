import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Response } from '@playwright/test'
import { textsForSale } from './fixtures/items.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
const items = textsForSale(site)
const kibibyte = 1024

/** What a page loads until the network is idle: the gzipped bytes of script files, all transferred bytes, and the files. */
async function measurePageWeight({ page }: Visitor, open: () => Promise<unknown>) {
  const responses: Array<Response> = []
  page.on('response', (response) => void responses.push(response))
  await open()
  await page.waitForLoadState('networkidle')
  const files = await Promise.all(responses.map(measureResponse))
  const sum = (sizes: Array<number>) => sizes.reduce((total, size) => total + size, 0)
  return {
    script: sum(files.map(({ type, gzipBytes }) => (type === 'script' ? gzipBytes : 0))),
    transferred: sum(files.map(({ transferredBytes }) => transferredBytes)),
    types: files.map(({ type }) => type).sort(),
  }
}

async function measureResponse(response: Response) {
  const request = response.request()
  const type = request.resourceType()
  const { responseBodySize, responseHeadersSize } = await request.sizes()
  const gzipBytes = type === 'script' ? gzipSync(await response.body()).length : 0
  return { type, gzipBytes, transferredBytes: responseBodySize + responseHeadersSize }
}

test('before any interaction, a tip page loads at most 54 KB in four requests', async () => {
  const visitor = await site.newVisitor({ width: 360 })

  const { transferred, types } = await measurePageWeight(visitor, () => visitor.page.goto(`/p/${items.tips}`))

  // The last one counts the view.
  expect(types).toEqual(['document', 'font', 'font', 'ping'])
  expect(transferred).toBeLessThanOrEqual(54 * kibibyte)
})

test('the landing page loads at most 8 KB of script before any interaction', async () => {
  const visitor = await site.newVisitor()

  const { script } = await measurePageWeight(visitor, () => visitor.page.goto('/'))

  expect(script).toBeLessThanOrEqual(8 * kibibyte)
})

test('a checkout loads at most 90 KB of script, its card form included', async () => {
  const visitor = await site.newVisitor()

  const { script } = await measurePageWeight(visitor, async () => {
    await visitor.page.goto(`/checkout/${items.fixed}`)
    await visitor.page.getByLabel('Card number').waitFor()
  })

  expect(script).toBeLessThanOrEqual(90 * kibibyte)
})

test('no island loads the code of whole pages, also with its first toast', () => {
  type Chunk = { isEntry?: boolean; imports?: Array<string>; dynamicImports?: Array<string> }
  const manifest: Record<string, Chunk> = JSON.parse(
    readFileSync(join(import.meta.dirname, '../dist/client/.vite/manifest.json'), 'utf8'),
  )
  const closureOf = (name: string, seen = new Set<string>()) => {
    if (seen.has(name)) return seen
    seen.add(name)
    const { imports = [], dynamicImports = [] } = manifest[name] ?? {}
    for (const next of [...imports, ...dynamicImports]) closureOf(next, seen)
    return seen
  }
  const islands = Object.keys(manifest).filter((name) => name.endsWith('-island.ts'))

  const withWholePages = islands.filter((name) => closureOf(name).has('web/entry-client.tsx'))

  expect(islands.length).toBeGreaterThan(10)
  expect(withWholePages).toEqual([])
})
