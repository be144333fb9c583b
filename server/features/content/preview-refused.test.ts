import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { blank, preview, previewStudio } from '../../../tests/support/preview-studio.ts'

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
])('%s that is none is refused', async (fileName, bytes) => {
  const { publish } = await previewStudio()

  const { status, body } = await publish(preview(fileName, bytes))

  expect(status).toBe(415)
  expect(body).toMatchObject({
    message: 'The preview must be a picture: JPEG, PNG, WebP, GIF or AVIF.',
    fields: { previewImage: expect.any(String) },
  })
})

test('of a picture with a page hidden behind it, only the picture is kept', async () => {
  const { publish, shown } = await previewStudio()
  const picture = await sharp(blank).gif().toBuffer()
  const polyglot = Buffer.concat([picture, Buffer.from('<script>alert(1)</script>')])

  const { status, body } = await publish(preview('both.gif', polyglot))

  expect(status).toBe(200)
  expect((await shown(body.id)).rawPayload.includes('script')).toBe(false)
})

test('a picture of 900 million pixels in a few bytes is refused', async () => {
  const { publish } = await previewStudio()

  const { status, body } = await publish(preview('bomb.png', pngOf(30_000, 30_000)))

  expect(status).toBe(415)
  expect(body).toMatchObject({ message: 'The preview picture has too many pixels: at most 60 million.' })
})

test('a picture that breaks off is said to be damaged', async () => {
  const { publish } = await previewStudio()
  const whole = await sharp(blank).resize(2_000).jpeg().toBuffer()

  const { status, body } = await publish(preview('half.jpg', whole.subarray(0, whole.length / 2)))

  expect(status).toBe(415)
  expect(body).toMatchObject({ message: expect.stringMatching(/^The preview picture is damaged/) })
})

test('an animation of 20,000 frames in a few bytes is refused, a short one shows its first', async () => {
  const { publish } = await previewStudio()

  expect((await publish(preview('bomb.gif', gifOf(20_000)))).status).toBe(415)
  expect((await publish(preview('short.gif', gifOf(20)))).status).toBe(200)
})

test.each(['w=161&as=avif', 'w=160&as=svg', 'w=../../x&as=avif', 'w[]=160'])(
  'there is no picture of %s',
  async (query) => {
    const { w, publish } = await previewStudio()
    const { body } = await publish(preview('a.png', await sharp(blank).png().toBuffer()))

    const { statusCode } = await w.visitor().send('GET', `${body.previewImage}&${query}`)

    expect([200, 400]).toContain(statusCode)
    expect(statusCode === 200).toBe(query === 'w[]=160')
  },
)

test('more than ten megabytes are refused', async () => {
  const { publish } = await previewStudio()

  const { status, body } = await publish(preview('large.jpg', Buffer.alloc(10 * 1024 ** 2 + 1, 0xff)))

  expect(status).toBe(413)
  expect(body).toMatchObject({ message: 'The preview picture may be at most 10 MB.' })
})

test.each([
  ['data:text/html;base64,PHNjcmlwdD4=', 415],
  ['data:image/svg+xml;base64,PHN2Zy8+', 415],
  ['data:image/png;base64,PHNjcmlwdD4=', 415],
  ['data:image/png,unencoded', 415],
  ['https://example.com/a.png', 415],
  ['javascript:alert(1)', 415],
  [`data:image/png;base64,${'A'.repeat(15_000_000)}`, 413],
])('the preview %.40s is refused', async (value, expected) => {
  const { publish } = await previewStudio()

  const { status } = await publish({ name: 'previewImage', value })

  expect(status).toBe(expected)
})

/** A PNG that says it is this large; its pixels never come. */
function pngOf(width: number, height: number): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 2, 0, 0, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  const rows = deflateSync(Buffer.alloc(1_000_000))
  return Buffer.concat([signature, chunk('IHDR', size), chunk('IDAT', rows), chunk('IEND', Buffer.alloc(0))])
}

/** A GIF of so many frames of one pixel. */
function gifOf(frames: number): Buffer {
  const head = Buffer.from('474946383961010001008000000000ff00ffff', 'hex')
  const frame = Buffer.from(
    '21f90400010000002c000000000100010000024c0100'.replace('024c01', '02024401'),
    'hex',
  )
  return Buffer.concat([head, ...Array.from({ length: frames }, () => frame), Buffer.from([0x3b])])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
