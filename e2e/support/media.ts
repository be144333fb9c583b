import type { Page } from 'playwright-core'

/** So many seconds of silence: 8 kHz, one byte a sample. */
export function silence(seconds: number): Buffer {
  const rate = 8_000
  const head = Buffer.alloc(44)
  const size = seconds * rate
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + size, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate, 28)
  head.writeUInt16LE(1, 32)
  head.writeUInt16LE(8, 34)
  head.write('data', 36)
  head.writeUInt32LE(size, 40)
  return Buffer.concat([head, Buffer.alloc(size, 128)])
}

/** A picture that the browser itself draws. */
export async function drawn(page: Page, type: 'image/png' | 'image/webp'): Promise<Buffer> {
  const url = await page.evaluate((wanted) => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 64
    const pen = canvas.getContext('2d')
    if (pen) pen.fillStyle = 'tomato'
    pen?.fillRect(8, 8, 48, 48)
    return canvas.toDataURL(wanted, 0.8)
  }, type)
  return Buffer.from(url.split(',')[1] ?? '', 'base64')
}

/**
 * A film of one picture each second, in WebM: a lossy WebP picture is a key frame of VP8. `padding` bytes of nothing lie
 * between the pictures, so that its end is far from its beginning.
 */
export function film(webp: Buffer, { seconds, padding }: { seconds: number; padding: number }): Buffer {
  const frame = webp.subarray(webp.indexOf('VP8 ') + 8)
  const head = element(
    0x1a45dfa3,
    element(0x4286, number(1)),
    element(0x42f7, number(1)),
    element(0x42f2, number(4)),
    element(0x42f3, number(8)),
    element(0x4282, Buffer.from('webm')),
    element(0x4287, number(2)),
    element(0x4285, number(2)),
  )
  const length = Buffer.alloc(8)
  length.writeDoubleBE(seconds * 1_000)
  const info = element(
    0x1549a966,
    element(0x2ad7b1, number(1_000_000)),
    element(0x4489, length),
    element(0x4d80, Buffer.from('test')),
    element(0x5741, Buffer.from('test')),
  )
  const video = element(0xe0, element(0xb0, number(64)), element(0xba, number(64)))
  const track = element(
    0xae,
    element(0xd7, number(1)),
    element(0x73c5, number(1)),
    element(0x83, number(1)),
    element(0x86, Buffer.from('V_VP8')),
    video,
  )
  const tracks = element(0x1654ae6b, track)
  const nothing = element(0xec, Buffer.alloc(padding))
  const clusters = Array.from({ length: seconds }, (_, second) =>
    element(
      0x1f43b675,
      element(0xe7, number(second * 1_000)),
      element(0xa3, Buffer.from([0x81, 0, 0, 0x80]), frame),
      nothing,
    ),
  )
  const cues = (from: number) => {
    let at = from
    const points = clusters.map((cluster, second) => {
      const position = Buffer.alloc(8)
      position.writeBigUInt64BE(BigInt(at))
      at += cluster.length
      const place = element(0xb7, element(0xf7, number(1)), element(0xf1, position))
      return element(0xbb, element(0xb3, number(second * 1_000)), place)
    })
    return element(0x1c53bb6b, ...points)
  }
  // Places are of one length whatever they say, so the list's own length is known before them.
  const from = info.length + tracks.length + cues(0).length
  return Buffer.concat([head, element(0x18538067, info, tracks, cues(from), ...clusters)])
}

/** An EBML element: its id, its length in eight bytes, its content. */
function element(id: number, ...content: Array<Buffer>): Buffer {
  const body = Buffer.concat(content)
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n))
  return Buffer.concat([Buffer.from(id.toString(16).padStart(2, '0'), 'hex'), size, body])
}

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
