import { gzipSync } from 'node:zlib'
import { textsForSale } from './fixtures/items.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
const items = textsForSale(site)
const kibibyte = 1024

/** The gzipped bytes of script, and of document, styles and script, that a page loads until the network is idle. */
async function measurePageWeight({ page }: Visitor, open: () => Promise<unknown>) {
  const sizes: Array<Promise<{ type: string; bytes: number }>> = []
  page.on('response', (response) => {
    const type = response.request().resourceType()
    const size = async () => gzipSync(await response.body()).length
    if (['document', 'stylesheet', 'script'].includes(type))
      sizes.push(size().then((bytes) => ({ type, bytes })))
  })
  await open()
  await page.waitForLoadState('networkidle')
  const loaded = await Promise.all(sizes)
  const total = (type?: string) =>
    loaded.filter((file) => !type || file.type === type).reduce((sum, { bytes }) => sum + bytes, 0)
  return { script: total('script'), all: total() }
}

test('before any interaction, a tip page loads at most 8 KB of script and 40 KB in all', async () => {
  const visitor = await site.newVisitor({ width: 360 })

  const { script, all } = await measurePageWeight(visitor, () => visitor.page.goto(`/p/${items.tips}`))

  expect(script).toBeLessThanOrEqual(8 * kibibyte)
  expect(all).toBeLessThanOrEqual(40 * kibibyte)
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
