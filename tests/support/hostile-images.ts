import { deflateSync } from 'node:zlib'
import { pngChunk, pngOf } from './declared-png.ts'

/** A PNG of 8 × 8 pixels with texts that need 50 MB each when they are inflated. */
export function pngWithTexts(count: number, type: 'zTXt' | 'iTXt' = 'zTXt'): Buffer {
  const text = deflateSync(Buffer.alloc(50_000_000, 'A'), { level: 9 })
  const head = type === 'zTXt' ? 'k\0\0' : 'k\0\x01\0\0\0'
  const chunks = Array.from({ length: count }, () => pngChunk(type, Buffer.concat([Buffer.from(head), text])))
  return smallPng(chunks)
}

/** A PNG with a color profile that needs this many bytes when it is inflated. */
export function pngWithProfile(bytes: number): Buffer {
  const profile = deflateSync(Buffer.alloc(bytes), { level: 9 })
  return smallPng([pngChunk('iCCP', Buffer.concat([Buffer.from('icc\0\0'), profile]))])
}

function smallPng(chunks: Array<Buffer>): Buffer {
  return pngOf({ width: 8, height: 8 }, [...chunks, pngChunk('IDAT', deflateSync(Buffer.alloc(8 * 33)))])
}

/** A JPEG whose metadata fill it: 64 KB comments and application data before the picture. */
export function jpegWithSegments(jpeg: Buffer, count: number): Buffer {
  const segments = Array.from({ length: count }, (_, index) => {
    const data = Buffer.alloc(65_533, 'A')
    return Buffer.concat([Buffer.from([0xff, index % 2 ? 0xfe : 0xed, 0xff, 0xff]), data])
  })
  return Buffer.concat([jpeg.subarray(0, 2), ...segments, jpeg.subarray(2)])
}

/** An SVG whose styles have many selectors. */
export function largeSvg(bytes: number): Buffer {
  const head = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><style>'
  return Buffer.from(`${head}${'a>'.repeat(bytes / 2)}</style></svg>`)
}

/** A GIF whose header declares this size, without pixels. */
export function declaredGif(width: number, height: number): Buffer {
  const size = Buffer.alloc(4)
  size.writeUInt16LE(width, 0)
  size.writeUInt16LE(height, 2)
  const frame = Buffer.concat([Buffer.from('2c00000000', 'hex'), size, Buffer.from('000202440100', 'hex')])
  return Buffer.concat([
    Buffer.from('GIF89a'),
    size,
    Buffer.from('800000000000ffffff', 'hex'),
    frame,
    Buffer.from(';'),
  ])
}

/** The first box of a photo from an iPhone. */
export const heicPhoto = Buffer.concat([
  Buffer.from('0000001c6674797068656963000000006d69663168656963', 'hex'),
  Buffer.alloc(4_000),
])

/** An animation of so many frames, each a WebP of its own of the same size. */
export function webpWithFrames(count: number, still: Buffer): Buffer {
  const head = Buffer.alloc(18)
  head.write('VP8X', 0, 'latin1')
  head.writeUInt32LE(10, 4)
  // The flag of an animation.
  head[8] = 2
  const frame = riffChunk('ANMF', Buffer.concat([Buffer.alloc(16), still.subarray(12)]))
  const chunks = [head, riffChunk('ANIM', Buffer.alloc(6)), ...Array<Buffer>(count).fill(frame)]
  return riffChunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]))
}

function riffChunk(type: string, data: Buffer): Buffer {
  const head = Buffer.alloc(8)
  head.write(type, 0, 'latin1')
  head.writeUInt32LE(data.length, 4)
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)])
}
