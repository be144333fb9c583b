/**
 * The focal point of a preview image.
 *
 * @module-tag long
 */
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { getContent } from '../../../../contract/content.ts'
import { type ContentForEditing, updateContent } from '../../../../contract/content-editing.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { getShareCard } from '../../../../contract/sharing.ts'
import { preview, previewImageFixture } from '../../../../tests/support/preview-image-fixture.ts'

/** A wide image: red on the left, blue on the right. */
async function twoColors(): Promise<Buffer> {
  const half = (background: string) => ({
    create: { width: 600, height: 400, channels: 3 as const, background },
  })
  const blue = await sharp(half('#0000ff')).png().toBuffer()
  return sharp(half('#ff0000'))
    .extend({ right: 600, background: '#0000ff' })
    .composite([{ input: blue, left: 600, top: 0 }])
    .png()
    .toBuffer()
}

async function publishedImage() {
  const { w, creator, publish } = await previewImageFixture()
  const { body } = await publish(preview('wide.png', await twoColors()))
  const edit = async (...parts: Parameters<typeof creator.form>[1]) => {
    const response = await creator.form(buildUrl(updateContent, { params: { id: body.id } }), parts, 'PATCH')
    return { status: response.status, body: response.body as ContentForEditing }
  }
  return { fan: w.visitor(), id: body.id as number, edit }
}

test('the focal point is the center until the creator moves it', async () => {
  const { fan, id, edit } = await publishedImage()
  const publicFocus = async () => (await fan.call(getContent, { params: { id } })).body.previewFocus
  expect(await publicFocus()).toEqual({ x: 50, y: 50 })

  const { body } = await edit({ name: 'previewFocusX', value: '100' }, { name: 'previewFocusY', value: '25' })

  expect(body.previewFocus).toEqual({ x: 100, y: 25 })
  expect(await publicFocus()).toEqual({ x: 100, y: 25 })
})

test('an edit without the focal point keeps it, and a new image resets it', async () => {
  const { edit } = await publishedImage()
  await edit({ name: 'previewFocusX', value: '10' })

  expect((await edit({ name: 'title', value: 'Port' })).body.previewFocus).toEqual({ x: 10, y: 50 })
  expect((await edit(preview('other.png', await twoColors()))).body.previewFocus).toEqual({ x: 50, y: 50 })
})

test.each(['-1', '101', '12.5', 'left'])('the focal point %s is rejected', async (value) => {
  const { edit } = await publishedImage()

  expect((await edit({ name: 'previewFocusX', value })).status).toBe(400)
})

test('the share image shows the whole image on at least half of it', async () => {
  const { fan, id } = await publishedImage()
  const { bytes } = await fan.call(getShareCard, { params: { id } })
  const colorAt = async (left: number) => {
    const spot = await sharp(bytes).extract({ left, top: 305, width: 20, height: 20 }).png().toBuffer()
    const { channels } = await sharp(spot).stats()
    return { red: Math.round(channels[0]?.mean ?? -1), blue: Math.round(channels[2]?.mean ?? -1) }
  }

  const [left, right] = [await colorAt(600), await colorAt(1_170)]

  expect(left.red).toBeGreaterThan(200)
  expect(left.blue).toBeLessThan(50)
  expect(right.blue).toBeGreaterThan(200)
  expect(right.red).toBeLessThan(50)
})
