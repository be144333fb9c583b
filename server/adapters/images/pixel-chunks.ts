import { inflateSync } from 'node:zlib'
import { ImageError } from '../../ports/image-encoder.ts'

/** What the pixels of a PNG need: its size, colors, transparency and orientation. */
const keptTypes: ReadonlySet<string> = new Set([
  ...['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS'],
  ...['gAMA', 'cHRM', 'sRGB', 'iCCP', 'eXIf'],
])
const signatureBytes = 8
/** Length, type and checksum. */
const frameBytes = 12
/** Color profiles of cameras and printers have up to about 3 MB. */
const maxProfileBytes = 4 * 1024 ** 2
const maxExifBytes = 1024 ** 2

/**
 * A PNG with only the chunks that its pixels need. A compressed text of 50 KB may have 50 MB, and the library would
 * read all of them. Throws ImageError.
 */
export function pixelChunks(png: Buffer): Buffer {
  const kept = [png.subarray(0, signatureBytes)]
  const keptOnce = new Set<string>()
  for (let start = signatureBytes; start + frameBytes <= png.length; ) {
    const length = png.readUInt32BE(start)
    const type = png.toString('latin1', start + 4, start + 8)
    const end = start + frameBytes + length
    // The last chunk of a truncated file is cut; the library says what is wrong with it.
    const chunk = png.subarray(start, Math.min(end, png.length))
    start = end
    if (!keptTypes.has(type) || keptOnce.has(type)) continue
    // Only the pixels may have several chunks. Half a million of another kind take the library seconds.
    if (type !== 'IDAT') keptOnce.add(type)
    if (type === 'iCCP') assertProfileSize(chunk.subarray(8, -4))
    if (type === 'eXIf' && length > maxExifBytes) throw new ImageError('too_much_memory')
    kept.push(chunk)
    // What follows is not part of the image.
    if (type === 'IEND') break
  }
  return Buffer.concat(kept)
}

/** The profile: its name, a zero byte, the compression method, then the compressed bytes. */
function assertProfileSize(data: Buffer): void {
  const compressed = data.subarray(data.indexOf(0) + 2)
  try {
    inflateSync(compressed, { maxOutputLength: maxProfileBytes })
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE')
      throw new ImageError('too_much_memory')
    // The library ignores a damaged profile.
  }
}
