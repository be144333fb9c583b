import sharp from 'sharp'
import { expect, test, vi } from 'vitest'
import { getContent } from '../../../../contract/content.ts'
import { getPond } from '../../../../contract/ponds.ts'
import { getOembed, getPondPicture, getQrCode, getShareCard } from '../../../../contract/sharing.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

async function itemFixture(fields: Record<string, string> = {}) {
  const w = await createTestApp()
  const item = await (await w.creator()).publishText(fields)
  return { w, item, fan: w.visitor() }
}

test('a share image has 1200 by 630 pixels and is cached for a minute', async () => {
  const { item, fan } = await itemFixture({ title: 'Šumava at dusk 🌲' })

  const { status, headers, bytes } = await fan.call(getShareCard, { params: { id: item.id } })

  expect([status, headers['content-type']]).toEqual([200, 'image/png'])
  expect(headers['cache-control']).toBe('public, max-age=60, must-revalidate')
  expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
})

test('a share image is rendered once, and again when the item changes', async () => {
  const { w, item, fan } = await itemFixture()
  const other = await (await w.creator()).publishText({ title: 'Another' })
  const card = (id: number) => fan.call(getShareCard, { params: { id } })

  const [first, again, another] = [await card(item.id), await card(item.id), await card(other.id)]

  expect(again.bytes.equals(first.bytes)).toBe(true)
  expect(again.headers.etag).toBe(first.headers.etag)
  expect(another.headers.etag).not.toBe(first.headers.etag)
  const { body } = await fan.call(getContent, { params: { id: item.id } })
  expect(`"${new URLSearchParams(body.shareImageUrl.split('?')[1]).get('v')}"`).toBe(first.headers.etag)
})

test('eight concurrent requests for a new share image all get it', async () => {
  const { item, fan } = await itemFixture({ title: '日本語' })

  const cards = await Promise.all(
    Array.from({ length: 8 }, () => fan.call(getShareCard, { params: { id: item.id } })),
  )

  expect(new Set(cards.map(({ status }) => status))).toEqual(new Set([200]))
})

test('a draft and a missing item have neither share image nor QR code', async () => {
  const { item, fan } = await itemFixture({ status: 'draft' })

  for (const id of [item.id, 123_456_789_012])
    for (const route of [getShareCard, getQrCode])
      expect((await fan.call(route, { params: { id } })).status).toBe(404)
})

test('the QR code is an SVG without scripts', async () => {
  const { item, fan } = await itemFixture()

  const { headers, bytes } = await fan.call(getQrCode, { params: { id: item.id } })

  expect(headers['content-type']).toContain('image/svg+xml')
  expect(String(bytes)).toMatch(/^<svg[^>]*>/)
  expect(String(bytes)).not.toContain('<script')
})

test('oEmbed describes a tip link', async () => {
  const { item, fan } = await itemFixture({ title: 'Harbour loops' })
  const requestOembed = (url: string, more = {}) => fan.call(getOembed, { query: { url, ...more } })

  const { body } = await requestOembed(`http://localhost:3000/p/${item.id}?utm_source=x`)

  expect(body).toMatchObject({ version: '1.0', type: 'link', title: 'Harbour loops', thumbnail_width: 1200 })
  expect(body.thumbnail_url).toContain(`http://localhost:3000/p/${item.id}/card.png?v=`)
  expect((await requestOembed(`https://evil.example/p/${item.id}`)).status).toBe(404)
  expect((await requestOembed('javascript:alert(1)')).status).toBe(404)
  expect((await requestOembed(`http://localhost:3000/p/${item.id}`, { format: 'xml' })).status).toBe(415)
})

test('an unknown version or query parameter does not cause another rendering', async () => {
  const { w, item, fan } = await itemFixture()
  const render = vi.spyOn(w.ports.documents, 'shareCardPng')
  await fan.call(getShareCard, { params: { id: item.id } })

  const responses = await Promise.all(
    ['v=1', 'v=2&x=3', 'x=4', 'v=../../x'].map((query) => fan.send('GET', `/p/${item.id}/card.png?${query}`)),
  )

  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect(render).toHaveBeenCalledTimes(1)
})

test('eight concurrent requests for a new share image render it once', async () => {
  const { w, item, fan } = await itemFixture()
  const render = vi.spyOn(w.ports.documents, 'shareCardPng')

  await Promise.all(Array.from({ length: 8 }, () => fan.call(getShareCard, { params: { id: item.id } })))

  expect(render).toHaveBeenCalledTimes(1)
})

test('the drawn cover is SVG for good, by the color that the creator chose and a ring for a sale', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const { item, fan } = { item: await creator.publishText({ pondSeed: '4711' }), fan: w.visitor() }
  const read = async () => (await fan.call(getContent, { params: { id: item.id } })).body.pond
  expect(await read()).toEqual({ seed: 4_711, rings: 0 })
  const card = async () => (await fan.call(getShareCard, { params: { id: item.id } })).headers.etag
  const stillWater = await card()

  await fan.purchase(item.id)

  expect(await read()).toEqual({ seed: 4_711, rings: 1 })
  expect(await card()).not.toBe(stillWater)
  const { headers, bytes } = await fan.call(getPond, { params: await read() })
  expect(headers['content-type']).toContain('image/svg+xml')
  expect(headers['cache-control']).toContain('immutable')
  expect(String(bytes)).toMatch(/^<svg[^>]*>/)
  const { headers: ofPicture, bytes: picture } = await fan.call(getPondPicture, { params: { id: item.id } })
  expect(ofPicture).toMatchObject({
    'content-type': 'image/jpeg',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'jpeg', width: 1_072, height: 670 })
  expect((await fan.send('GET', '/api/ponds/65536/1')).statusCode).toBe(400)
  expect((await fan.send('GET', '/api/ponds/1/27')).statusCode).toBe(400)
})

test.each(['-1', '65536', 'red'])('the color %s of a drawn cover is rejected', async (pondSeed) => {
  const w = await createTestApp()

  const creator = await w.creator()

  await expect(creator.publishText({ pondSeed })).rejects.toThrow()
})
