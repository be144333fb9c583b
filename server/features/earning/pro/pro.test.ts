import sharp from 'sharp'
import { expect, test } from 'vitest'
import { getAnalyticsReport } from '../../../../contract/analytics.ts'
import { getContent } from '../../../../contract/content.ts'
import { updateContent } from '../../../../contract/content-editing.ts'
import {
  getBranding,
  getLogo,
  listBetaFeatures,
  removeLogo,
  setBetaFeature,
  setLogo,
  updateBranding,
} from '../../../../contract/pro.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { cancelSubscription, refreshSubscription } from '../../../../contract/subscriptions.ts'
import { upgradeToPro } from '../../../../tests/support/test-app/subscription-client.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

const march = { from: '2026-03-01', to: '2026-03-31' }
const branding = { accentColor: '#7a3cff', hidesPlatformName: true }

function image(format: 'png' | 'jpeg' = 'png') {
  return sharp({ create: { width: 900, height: 300, channels: 3, background: '#336699' } })
    .toFormat(format)
    .toBuffer()
}

test('without Pro every Pro route is refused, and nothing changes', async () => {
  const w = await createTestApp()
  const mara = await w.creator()

  const answers = [
    await mara.call(getAnalyticsReport, { query: march }),
    await mara.call(updateBranding, { body: branding }),
    await mara.call(setBetaFeature, { body: { name: 'weekly-mail', isEnabled: true } }),
    await mara.form(setLogo.path, [{ name: 'logo', fileName: 'a.png', bytes: await image() }]),
  ]

  for (const { status, body } of answers)
    expect([status, body]).toMatchObject([
      403,
      { code: 'upgrade_required', message: expect.stringContaining('Pro') },
    ])
  expect((await mara.call(getBranding)).body).toEqual({
    accentColor: null,
    logoUrl: null,
    hidesPlatformName: false,
  })
  expect((await mara.call(listBetaFeatures)).body.map(({ isEnabled }) => isEnabled)).toEqual([false])
})

test('an analytics report has the range’s views, checkouts, sales and earnings', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await upgradeToPro(mara)
  const item = await mara.publishText({ price: '10.00', title: 'Dusk' })
  await w.visitor().purchase(item.id)
  await w.visitor().starts(item.id)

  const { status, body } = await mara.call(getAnalyticsReport, { query: march })

  expect(status).toBe(200)
  expect(body.total).toEqual({
    views: 0,
    paidViews: 0,
    givenFree: 0,
    checkouts: 2,
    sales: 1,
    refundedSales: 0,
    earned: 10,
    refunded: 0,
    netEarnings: 10,
  })
  expect(body).toMatchObject({ previous: null, countedSince: '2026-03-01' })
  expect(body.days).toHaveLength(31)
  expect(body.days[0]).toEqual({
    day: '2026-03-01',
    views: 0,
    checkouts: 2,
    sales: 1,
    earned: 10,
    refunded: 0,
    netEarnings: 10,
    previous: null,
  })
  expect(body.items).toMatchObject([{ title: 'Dusk', checkouts: 2, sales: 1, netEarnings: 10 }])
})

test.each([
  [{ from: '2026-03-02', to: '2026-03-01' }, 'to'],
  [{ from: '2020-01-01', to: '2026-03-01' }, 'from'],
  [{ from: 'yesterday', to: '2026-03-01' }, 'from'],
  [{ from: '2026-02-30', to: '2026-03-01' }, 'from'],
  [{ ...march, timeZone: 'Mars/Olympus' }, 'timeZone'],
])('an invalid range (%o) is rejected at its field', async (query, field) => {
  const w = await createTestApp()
  const mara = await w.creator()
  await upgradeToPro(mara)

  const answer = await mara.call(getAnalyticsReport, { query })

  expect(answer.status).toBe(400)
  expect(Object.keys((answer.body as unknown as { fields: object }).fields)).toEqual([field])
})

test('an analytics report has nothing of another creator', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const item = await mara.publishText({ price: '10.00' })
  await w.visitor().purchase(item.id)
  const jonas = await w.creator('jonas@example.com')
  await upgradeToPro(jonas)

  const { body } = await jonas.call(getAnalyticsReport, { query: march })

  expect([body.total.sales, body.items]).toEqual([0, []])
})

test('a logo is stored small and without metadata, and replaced by the next one', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await upgradeToPro(mara)
  const send = async (bytes: Buffer, name = 'logo.png') =>
    mara.form(setLogo.path, [{ name: 'logo', fileName: name, bytes }])

  const first = (await send(await image())).body as unknown as { logoUrl: string }
  const second = (await send(await image('jpeg'))).body as unknown as { logoUrl: string }
  const fake = await send(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'logo.svg')
  const read = (logo: string) => w.visitor().call(getLogo, { params: { id: logo.split('/').at(-1) ?? '' } })
  const stored = await sharp((await read(second.logoUrl)).bytes).metadata()

  expect([stored.format, stored.width, stored.height]).toEqual(['webp', 360, 120])
  expect((await read(first.logoUrl)).status).toBe(404)
  expect(fake.status).toBe(415)
  expect((await mara.call(removeLogo)).body.logoUrl).toBeNull()
  expect((await read(second.logoUrl)).status).toBe(404)
})

test.each(['red', '#fff', '#12345', 'url(//evil)', '#0e6b4a;color:red'])(
  'the accent color %s is rejected',
  async (accentColor) => {
    const w = await createTestApp()
    const mara = await w.creator()
    await upgradeToPro(mara)

    const answer = await mara.call(updateBranding, { body: { ...branding, accentColor } })

    expect([answer.status, answer.body]).toMatchObject([400, { fields: { accentColor: expect.any(String) } }])
  },
)

test('Pro features stop with Pro, and settings are kept for its return', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await upgradeToPro(mara)
  await mara.call(updateBranding, { body: branding })
  await mara.call(cancelSubscription)
  await w.sandbox.simulate.advanceClock(32)
  await mara.call(refreshSubscription)

  const refused = await mara.call(updateBranding, { body: { ...branding, hidesPlatformName: false } })

  expect(refused.status).toBe(403)
  expect((await mara.call(getBranding)).body).toMatchObject(branding)
})

test('premium categories need Pro, and items in one stay there afterwards', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await expect(mara.publishText({ category: 'masterclass' })).rejects.toThrow(/for Pro creators/)
  await upgradeToPro(mara)
  const item = await mara.publishText({ category: 'masterclass' })
  const plain = await mara.publishText({ category: 'music' })
  await mara.call(cancelSubscription)
  await w.sandbox.simulate.advanceClock(32)
  await mara.call(refreshSubscription)
  const edits = (id: number, fields: Record<string, string>) =>
    mara.form(
      buildUrl(updateContent, { params: { id } }),
      Object.entries(fields).map(([name, value]) => ({ name, value })),
      'PATCH',
    )

  const renamed = await edits(item.id, { title: 'Still here' })
  const moved = await edits(plain.id, { category: 'ebook' })

  expect(renamed.body).toMatchObject({ title: 'Still here', category: 'masterclass' })
  expect([moved.status, moved.body]).toMatchObject([403, { fields: { category: expect.any(String) } }])
})

test("a creator's pages have their branding while Pro is on, and ours afterwards", async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const item = await mara.publishText()
  const brandOfPage = async () => (await w.visitor().call(getContent, { params: { id: item.id } })).body.brand
  const before = await brandOfPage()
  await upgradeToPro(mara)
  await mara.call(updateBranding, { body: branding })
  const on = await brandOfPage()
  await mara.call(cancelSubscription)
  await w.sandbox.simulate.advanceClock(32)
  await mara.call(refreshSubscription)

  expect(before).toBeNull()
  expect(on).toEqual({ accentColor: '#7a3cff', logoUrl: null, hidesPlatformName: true })
  expect(await brandOfPage()).toBeNull()
})
