import { crc32, deflateSync } from 'node:zlib'

/** A PNG whose header declares this size, without pixels. */
export function declaredPng(width: number, height: number, { isInterlaced = false } = {}): Buffer {
  const rows = deflateSync(Buffer.alloc(1_000_000))
  return pngOf({ width, height, isInterlaced }, [pngChunk('IDAT', rows)])
}

/** A PNG of these chunks between its header and its end. */
export function pngOf(
  { width, height, isInterlaced = false }: { width: number; height: number; isInterlaced?: boolean },
  chunks: Array<Buffer>,
): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(width, 0)
  size.writeUInt32BE(height, 4)
  size.set([8, 6, 0, 0, isInterlaced ? 1 : 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, pngChunk('IHDR', size), ...chunks, pngChunk('IEND', Buffer.alloc(0))])
}

export function pngChunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
