import sharp from 'sharp'
import { expect, test } from 'vitest'
import { getContent } from '../../../../contract/content.ts'
import { setContentStatus } from '../../../../contract/content-editing.ts'
import { listTeaserPictures, removeTeaserPicture } from '../../../../contract/teasers.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

async function pictureFixture() {
  const w = await createTestApp()
  const creator = await w.creator()
  const { id } = await creator.publishText()
  const visitor = w.visitor()
  const png = (width = 40, height = 30) =>
    sharp({ create: { width, height, channels: 3, background: 'tomato' } })
      .png()
      .toBuffer()
  const add = async (client = creator, bytes?: Buffer) =>
    client.form(`/api/content/${id}/teaser-pictures`, [
      { name: 'picture', fileName: 'a.png', bytes: bytes ?? (await png()) },
    ])
  const visiblePictures = async () =>
    (await visitor.call(getContent, { params: { id } })).body.teaser?.pictures ?? []
  return { w, creator, visitor, id, png, add, visiblePictures }
}

test('everyone sees a preview image, re-encoded, with its size', async () => {
  const { visitor, add, visiblePictures, png } = await pictureFixture()

  await add(undefined, await png(3_000, 1_500))
  const [picture] = await visiblePictures()
  const file = await visitor.send('GET', picture?.url ?? '')

  expect(picture).toMatchObject({ width: 1_600, height: 800 })
  expect(file.headers['content-type']).toBe('image/webp')
  expect((await sharp(file.rawPayload).metadata()).format).toBe('webp')
})

test('an item has at most five preview images', async () => {
  const { add, visiblePictures } = await pictureFixture()
  const statuses: Array<number> = []

  for (let i = 0; i < 6; i++) statuses.push((await add()).status)

  expect(statuses).toEqual([200, 200, 200, 200, 200, 409])
  expect(await visiblePictures()).toHaveLength(5)
})

test('a removed preview image is deleted with its bytes', async () => {
  const { creator, visitor, id, add, visiblePictures } = await pictureFixture()
  await add()
  const [picture] = await visiblePictures()

  await creator.call(removeTeaserPicture, { params: { id, partId: picture?.id } })

  expect(await visiblePictures()).toEqual([])
  expect((await visitor.send('GET', picture?.url ?? '')).statusCode).toBe(404)
})

test('a file that is no image is rejected, and another creator’s item gets 404', async () => {
  const { w, id, add } = await pictureFixture()
  const other = await w.creator('otto@example.com')

  expect((await add(undefined, Buffer.from('text'))).status).toBe(415)
  expect((await add(other)).status).toBe(404)
  expect((await other.call(listTeaserPictures, { params: { id } })).status).toBe(404)
})

test('a draft’s preview images are shown to its creator only', async () => {
  const { creator, visitor, id, add } = await pictureFixture()
  await add()
  await creator.call(setContentStatus, { params: { id }, body: { status: 'draft' } })
  const [picture] = (await creator.call(listTeaserPictures, { params: { id } })).body.pictures
  const url = picture?.url ?? ''

  expect((await creator.send('GET', url)).statusCode).toBe(200)
  expect((await visitor.send('GET', url)).statusCode).toBe(404)
})
