import { gzipSync } from 'node:zlib'
import { textsForSale } from './fixtures/items.ts'
import { expect, openSite, test, type Visitor } from './fixtures/test.ts'

const site = openSite()
const items = textsForSale(site)
const kilobyte = 1024

/** The bytes that a page loads, by type, with gzip, until nothing more comes. Images and fonts do not count. */
async function weigh({ page }: Visitor, open: () => Promise<unknown>) {
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
    loaded.filter((one) => !type || one.type === type).reduce((sum, { bytes }) => sum + bytes, 0)
  return { script: total('script'), all: total() }
}

test('before anybody touches it, a tip page loads at most 8 KB of script and 40 KB in all', async () => {
  const visitor = await site.newVisitor({ width: 360 })

  const { script, all } = await weigh(visitor, () => visitor.page.goto(`/p/${items.tips}`))

  expect(script).toBeLessThanOrEqual(8 * kilobyte)
  expect(all).toBeLessThanOrEqual(40 * kilobyte)
})

test('the landing page loads at most 8 KB of script before anybody touches it', async () => {
  const visitor = await site.newVisitor()

  const { script } = await weigh(visitor, () => visitor.page.goto('/'))

  expect(script).toBeLessThanOrEqual(8 * kilobyte)
})

test('a checkout loads at most 90 KB of script, its card form included', async () => {
  const visitor = await site.newVisitor()

  const { script } = await weigh(visitor, async () => {
    await visitor.page.goto(`/checkout/${items.fixed}`)
    await visitor.page.getByLabel('Card number').waitFor()
  })

  expect(script).toBeLessThanOrEqual(90 * kilobyte)
})
