import sharp from 'sharp'
import { expect, test } from 'vitest'
import { declaredPng } from '../../../../tests/support/declared-png.ts'
import { preview, previewImageFixture, solidImage } from '../../../../tests/support/preview-image-fixture.ts'

test.each([
  [
    'picture.svg',
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>',
  ],
  ['picture.png', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
  ['picture.png', '<!doctype html><script>alert(1)</script>'],
  ['picture.jpg', '%PDF-1.7\n1 0 obj'],
  ['picture.gif', 'GIF89a/*<svg/onload=alert(1)>*/=1;alert(1)'],
  ['picture.png', '\x89PNG\r\n\x1a\n<script>alert(1)</script>'],
  ['picture.bmp', 'BM'],
])('%s that is not an image is rejected', async (fileName, bytes) => {
  const { publish } = await previewImageFixture()

  const { status, body } = await publish(preview(fileName, bytes))

  expect(status).toBe(415)
  expect(body).toMatchObject({
    message: 'The preview must be an image: JPEG, PNG, WebP, GIF or AVIF.',
    fields: { previewImage: expect.any(String) },
  })
})

test('a script appended to an image is not stored', async () => {
  const { publish, shown } = await previewImageFixture()
  const picture = await sharp(solidImage).gif().toBuffer()
  const polyglot = Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')])

  const { status, body } = await publish(preview('both.gif', polyglot))

  expect(status).toBe(200)
  expect((await shown(body.id)).rawPayload.includes('script')).toBe(false)
})

test('an image of 900 million pixels in few bytes is rejected', async () => {
  const { publish } = await previewImageFixture()

  const { status, body } = await publish(preview('bomb.png', declaredPng(30_000, 30_000)))

  expect(status).toBe(415)
  expect(body).toMatchObject({
    message: 'The preview image is too large. Use one with no more than 60 million pixels.',
  })
})

test('an interlaced image, which is decoded as a whole, may have fewer pixels', {
  tags: ['long'],
}, async () => {
  const { publish } = await previewImageFixture()

  const { status, body } = await publish(
    preview('large.png', declaredPng(7_000, 7_000, { isInterlaced: true })),
  )

  expect(status).toBe(415)
  expect(body).toMatchObject({
    message: 'The preview image takes too much memory to open. Save it as a JPEG or use a smaller one.',
  })
})

test('a creator’s third concurrent preview is refused with Retry-After', { tags: ['long'] }, async () => {
  const { publish } = await previewImageFixture()
  const large = await sharp({ create: { ...solidImage.create, width: 4_000, height: 3_000 } })
    .png()
    .toBuffer()

  const responses = await Promise.all([1, 2, 3, 4].map((name) => publish(preview(`${name}.png`, large))))

  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 200, 429, 429])
  const refused = responses.find(({ status }) => status === 429)
  expect(refused?.headers['retry-after']).toBe('10')
  expect(refused?.body).toMatchObject({
    message: 'We’re still preparing your last two images. Please try again in a moment.',
  })
})

test('a truncated image is reported as damaged', { tags: ['long'] }, async () => {
  const { publish } = await previewImageFixture()
  const whole = await sharp(solidImage).resize(2_000).jpeg().toBuffer()

  const { status, body } = await publish(preview('half.jpg', whole.subarray(0, whole.length / 2)))

  expect(status).toBe(415)
  expect(body).toMatchObject({
    message: expect.stringMatching(/^We can’t read this preview image. It may be damaged/),
  })
})

test('an animation of 20,000 frames is rejected, and a short one shows its first frame', {
  tags: ['long'],
}, async () => {
  const { publish } = await previewImageFixture()

  expect((await publish(preview('bomb.gif', gifOf(20_000)))).status).toBe(415)
  expect((await publish(preview('short.gif', gifOf(20)))).status).toBe(200)
})

test.each(['w=161&as=avif', 'w=160&as=svg', 'w=../../x&as=avif', 'w[]=160'])(
  'an invalid variant query %s serves no other image',
  { tags: ['long'] },
  async (query) => {
    const { w, publish } = await previewImageFixture()
    const { body } = await publish(preview('a.png', await sharp(solidImage).png().toBuffer()))

    const { statusCode } = await w.visitor().send('GET', `${body.previewImage}&${query}`)

    expect([200, 400]).toContain(statusCode)
    expect(statusCode === 200).toBe(query === 'w[]=160')
  },
)

test('more than ten megabytes are rejected', async () => {
  const { publish } = await previewImageFixture()

  const { status, body } = await publish(preview('large.jpg', Buffer.alloc(10 * 1024 ** 2 + 1, 0xff)))

  expect(status).toBe(413)
  expect(body).toMatchObject({ message: 'The preview image can’t be larger than 10 MB.' })
})

test.each([
  ['data:text/html;base64,PHNjcmlwdD4=', 415],
  ['data:image/svg+xml;base64,PHN2Zy8+', 415],
  ['data:image/png;base64,PHNjcmlwdD4=', 415],
  ['data:image/png,unencoded', 415],
  ['https://example.com/a.png', 415],
  ['javascript:alert(1)', 415],
  [`data:image/png;base64,${'A'.repeat(15_000_000)}`, 413],
])('the preview %.40s is rejected', async (value, expected) => {
  const { publish } = await previewImageFixture()

  const { status } = await publish({ name: 'previewImage', value })

  expect(status).toBe(expected)
})

/** A GIF with `frames` frames of one pixel. */
function gifOf(frames: number): Buffer {
  const head = Buffer.from('474946383961010001008000000000ff00ffff', 'hex')
  const frame = Buffer.from(
    '21f90400010000002c000000000100010000024c0100'.replace('024c01', '02024401'),
    'hex',
  )
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}
