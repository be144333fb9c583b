import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { createContent, deleteContent } from '../../../../contract/content.ts'
import { isLongRun } from '../../../../tests/support/long-run.ts'
import { preview, previewImageFixture, solidImage } from '../../../../tests/support/preview-image-fixture.ts'
import { createTestApp, type Visitor } from '../../../../tests/support/test-app.ts'

const formats = isLongRun ? (['jpeg', 'png', 'webp', 'gif', 'avif'] as const) : (['jpeg', 'png'] as const)

test.each(formats)('a %s is re-encoded as a small image', { tags: ['scaled'] }, async (format) => {
  const { publish, shown } = await previewImageFixture()

  const { status, body } = await publish(
    preview(`a.${format}`, await sharp(solidImage).toFormat(format).toBuffer()),
  )

  expect(status).toBe(200)
  const picture = await shown(body.id)
  expect(picture.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=60, must-revalidate',
    'x-content-type-options': 'nosniff',
  })
  expect(await sharp(picture.rawPayload).metadata()).toMatchObject({
    format: 'webp',
    width: 40,
    height: 20,
  })
})

test('the location of a photo is removed, and it is rotated upright', async () => {
  const { publish, shown } = await previewImageFixture()
  const photo = await sharp(solidImage)
    .withExif({ IFD0: { Copyright: 'Secret Street 1' }, IFD3: { GPSLatitude: '59/1 20/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect((await sharp(photo).metadata()).exif).toBeDefined()

  const { body } = await publish(preview('photo.jpg', photo))

  const picture = (await shown(body.id)).rawPayload
  const { exif, xmp, iptc, icc, width, height } = await sharp(picture).metadata()
  expect([exif, xmp, iptc, icc]).toEqual([undefined, undefined, undefined, undefined])
  expect([width, height]).toEqual([20, 40])
  expect(picture.includes('Secret Street')).toBe(false)
})

test('a large image is scaled down', { tags: ['long'] }, async () => {
  const { publish, shown } = await previewImageFixture()
  const large = await sharp({ create: { ...solidImage.create, width: 4_000, height: 3_000 } })
    .png()
    .toBuffer()

  const { body } = await publish(preview('large.png', large))

  expect(await sharp((await shown(body.id)).rawPayload).metadata()).toMatchObject({
    width: 1_600,
    height: 1_200,
  })
})

test.each([
  ['160', 'avif', 'heif', 160],
  ['640', 'webp', 'webp', 640],
  ['1280', 'jpeg', 'jpeg', 1_280],
] as const)(
  'the preview image %s pixels wide is served as %s',
  { tags: ['long'] },
  async (w, format, decoded, width) => {
    const { w: site, publish } = await previewImageFixture()
    const photo = await sharp({ create: { ...solidImage.create, width: 2_000, height: 1_500 } })
      .png()
      .toBuffer()
    const { body } = await publish(preview('photo.png', photo))

    const { headers, rawPayload } = await site
      .visitor()
      .send('GET', `${body.previewImage}&w=${w}&as=${format}`)

    expect(headers['content-type']).toBe(`image/${format}`)
    expect(headers['cache-control']).toBe('public, max-age=60, must-revalidate')
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: decoded, width })
  },
)

test('a preview can be a data URL', async () => {
  const { publish, shown } = await previewImageFixture()
  const url = `data:image/png;base64,${(await sharp(solidImage).png().toBuffer()).toString('base64')}`

  const { status, body } = await publish({ name: 'previewImage', value: url })

  expect(status).toBe(200)
  expect((await shown(body.id)).headers['content-type']).toBe('image/webp')
})

test('an empty preview field is valid', async () => {
  const { publish } = await previewImageFixture()

  const asFile = await publish(preview('', ''))
  const asField = await publish({ name: 'previewImage', value: '' })

  expect(asFile.body).toMatchObject({ previewImage: null })
  expect(asField.body).toMatchObject({ previewImage: null })
})

test('the preview of a draft is shown to its creator only, and of a deleted item to nobody', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const picture = await sharp(solidImage).png().toBuffer()
  const publish = (status: string) =>
    creator.form(createContent.path, [
      { name: 'title', value: 'Harbour' },
      { name: 'price', value: '10.00' },
      { name: 'status', value: status },
      { name: 'kind', value: 'text' },
      { name: 'textContent', value: 'Salt.' },
      preview('a.png', picture),
    ])
  const draft = (await publish('draft')).body
  const deleted = (await publish('published')).body
  await creator.call(deleteContent, { params: { id: deleted.id } })
  const load = (who: Visitor, url: string | null) => who.send('GET', url ?? '')

  const own = await load(creator, draft.previewImage)
  expect([own.statusCode, own.headers['cache-control']]).toEqual([200, 'private, no-cache'])
  expect((await load(w.visitor(), draft.previewImage)).statusCode).toBe(404)
  expect((await load(await w.creator('jonas@example.com'), draft.previewImage)).statusCode).toBe(404)
  expect((await load(creator, deleted.previewImage)).statusCode).toBe(404)
})

test('two preview images are rejected, and neither is stored', { tags: ['long'] }, async () => {
  const { w, publish } = await previewImageFixture()
  const picture = await sharp(solidImage).png().toBuffer()
  const creator = await w.creator('jonas@example.com')

  const { status } = await creator.form(createContent.path, [
    { name: 'title', value: 'Harbour' },
    preview('a.png', picture),
    preview('b.png', picture),
  ])

  expect(status).toBe(400)
  expect(await readdir(join(w.dataDir, 'files', 'previews'))).toEqual([])
  expect((await publish(preview('a.png', picture))).status).toBe(200)
})
