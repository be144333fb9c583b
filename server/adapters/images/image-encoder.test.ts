/**
 * Hostile and unusual images, one by one; `hostile-images.test.ts` is in the gate.
 *
 * @module-tag long
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { declaredPng } from '../../../tests/support/declared-png.ts'
import {
  declaredGif,
  heicPhoto,
  jpegWithSegments,
  largeSvg,
  pngWithProfile,
  pngWithTexts,
  webpWithFrames,
} from '../../../tests/support/hostile-images.ts'
import type { ImageRecipe } from '../../ports/image-encoder.ts'
import { imageEncoder } from './image-encoder.ts'

const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
const encoder = imageEncoder({ log })
afterAll(() => encoder.close())

const recipe: ImageRecipe = {
  maxPixels: 25_000_000,
  box: { width: 320, height: 240, fit: 'inside' },
  outputs: [
    { format: 'webp', quality: 80 },
    { format: 'jpeg', quality: 80, maxWidth: 100 },
  ],
}
const dot = () =>
  sharp({ create: { width: 1, height: 1, channels: 3, background: '#c0ffee' } })
    .webp()
    .toBuffer()
const solid = sharp({ create: { width: 640, height: 320, channels: 3, background: '#c0ffee' } })

test.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)(
  'an image in %s is encoded as the recipe says',
  async (format) => {
    const images = await encoder.encode(await solid.clone().toFormat(format).toBuffer(), recipe)

    expect(images).toMatchObject([
      { width: 320, height: 160 },
      { width: 100, height: 50 },
    ])
    const read = await Promise.all(images.map(({ bytes }) => sharp(bytes).metadata()))
    expect(read).toMatchObject([
      { format: 'webp', width: 320, height: 160 },
      { format: 'jpeg', width: 100, height: 50 },
    ])
  },
)

test('a transparent image keeps its transparency, and a JPEG of it is on white', async () => {
  const clear = sharp({ create: { width: 9, height: 9, channels: 4, background: '#00000000' } })

  const [webp, jpeg] = await encoder.encode(await clear.png().toBuffer(), recipe)

  expect((await sharp(webp?.bytes).metadata()).hasAlpha).toBe(true)
  expect([...(await sharp(jpeg?.bytes).raw().toBuffer())].slice(0, 3)).toEqual([255, 255, 255])
})

test.each([
  ['11 texts of 50 MB', () => pngWithTexts(11)],
  ['40 texts of 50 MB', () => pngWithTexts(40)],
  ['international texts of 50 MB', () => pngWithTexts(11, 'iTXt')],
])('a PNG with %s is drawn without them', async (_, make) => {
  const [webp] = await encoder.encode(make(), recipe)

  expect(webp).toMatchObject({ width: 8, height: 8 })
})

test.each([
  ['a PNG with a color profile of 200 MB', () => pngWithProfile(200_000_000), 'too_much_memory'],
  ['an SVG of 6 MB', () => largeSvg(6_000_000), 'not_an_image'],
  ['an SVG with the name of a PNG', () => Buffer.from('\ufeff<?xml version="1.0"?><svg/>'), 'not_an_image'],
  ['a WebP of 90,000 frames', async () => webpWithFrames(90_000, await dot()), 'not_an_image'],
  ['a TIFF', () => solid.clone().tiff().toBuffer(), 'not_an_image'],
  ['a PDF', () => Buffer.from('%PDF-1.7\n1 0 obj'), 'not_an_image'],
  ['a photo of an iPhone', () => heicPhoto, 'heic'],
  ['a PNG of 65,535² pixels', () => declaredPng(65_535, 65_535), 'too_many_pixels'],
  ['a GIF of 65,535² pixels', () => declaredGif(65_535, 65_535), 'too_many_pixels'],
  ['half a JPEG', async () => half(await solid.clone().jpeg().toBuffer()), 'damaged'],
  ['half a PNG', async () => half(await noisyPng()), 'damaged'],
  ['the first bytes of a PNG', async () => (await noisyPng()).subarray(0, 20), 'not_an_image'],
  ['nothing', () => Buffer.alloc(0), 'not_an_image'],
])('%s is refused', async (_, make, fault) => {
  await expect(encoder.encode(await make(), recipe)).rejects.toMatchObject({ name: 'ImageError', fault })
})

test('an animated WebP is drawn as its first frame', async () => {
  const [webp] = await encoder.encode(webpWithFrames(900, await dot()), recipe)

  expect(webp).toMatchObject({ width: 1, height: 1 })
})

test('a JPEG full of metadata is drawn without it', async () => {
  const [webp] = await encoder.encode(jpegWithSegments(await solid.clone().jpeg().toBuffer(), 140), recipe)

  expect(webp?.bytes.length).toBeLessThan(1_000)
})

/** An encoder whose process runs this code. */
async function encoderWithWorker(code: string, options: Partial<Parameters<typeof imageEncoder>[0]> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-image-'))
  await writeFile(`${folder}/image-worker.ts`, code)
  const fake = imageEncoder({ log, workerFolder: folder, ...options })
  onTestFinished(async () => {
    await fake.close()
    await rm(folder, { recursive: true })
  })
  return fake
}

test.each([
  ['crashes', 'process.exit(3)', {}, 'damaged'],
  ['hangs', 'for (;;);', { timeoutMs: 1_500 }, 'too_slow'],
  ['is killed by the system', "process.kill(process.pid, 'SIGKILL')", {}, 'too_much_memory'],
  [
    'fills the memory',
    'const all = []; setInterval(() => all.push(Buffer.alloc(2e7, 1)), 5)',
    { maxMemoryBytes: 300_000_000 },
    'too_much_memory',
  ],
])('a process that %s fails its own image only', async (_, code, options, fault) => {
  const fake = await encoderWithWorker(code, options)

  await expect(fake.encode(await solid.clone().png().toBuffer(), recipe)).rejects.toMatchObject({ fault })
  expect(await encoder.encode(await solid.clone().png().toBuffer(), recipe)).toHaveLength(2)
})

test.each([
  ['no images', '{}'],
  ['too few images', '{ images: [image] }'],
  ['a page instead of an image', '{ images: [image, { ...image, bytes: Buffer.from("<script>") }] }'],
  ['another format', '{ images: [image, image] }'],
  ['an endless width', '{ images: [image, { ...jpeg, width: 1e12 }] }'],
  ['a width that is no number', '{ images: [image, { ...jpeg, width: NaN }] }'],
  ['no bytes', '{ images: [image, { ...jpeg, bytes: new Uint8Array(0) }] }'],
  ['11 MB', '{ images: [image, { ...jpeg, bytes: Buffer.concat([jpeg.bytes, Buffer.alloc(11e6)]) }] }'],
])('an answer with %s is not believed', async (_, result) => {
  const fake = await encoderWithWorker(`
    const image = { bytes: Buffer.from('RIFF1234WEBPVP8 '), width: 9, height: 9 }
    const jpeg = { bytes: Buffer.from([0xff, 0xd8, 0xff, 0xe0]), width: 9, height: 9 }
    process.on('message', () => process.send({ type: 'done', result: ${result} }))`)

  await expect(fake.encode(await solid.clone().png().toBuffer(), recipe)).rejects.toMatchObject({
    fault: 'damaged',
  })
})

function half(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length / 2)
}

function noisyPng(): Promise<Buffer> {
  return sharp({
    create: {
      width: 99,
      height: 99,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .png()
    .toBuffer()
}
