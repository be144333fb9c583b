import { limits } from '../../../../contract/limits.ts'

/** The picture that a recording brings along: of an MP3, an M4A or a FLAC. Undefined without one. */
export async function embeddedCover(file: Blob): Promise<File | undefined> {
  const head = await bytesOf(file, 0, 12)
  if (text(head, 0, 3) === 'ID3') return id3Cover(file, head)
  if (text(head, 0, 4) === 'fLaC') return flacCover(file)
  return text(head, 4, 4) === 'ftyp' ? mp4Cover(file) : undefined
}

/** In the tag at the start of an MP3 (ID3v2.3 and 2.4). */
async function id3Cover(file: Blob, head: Uint8Array): Promise<File | undefined> {
  const version = head[3]
  if (version !== 3 && version !== 4) return undefined
  const tag = await bytesOf(file, 10, sevenBit(head, 6))
  for (let at = 0; at + 10 <= tag.length && tag[at] !== 0; ) {
    const size = version === 4 ? sevenBit(tag, at + 4) : bigEndian(tag, at + 4)
    if (text(tag, at, 4) === 'APIC') return id3Picture(tag.subarray(at + 10, at + 10 + size))
    at += 10 + size
  }
  return undefined
}

/** Encoding, type, kind, description, bytes. The description ends in one zero, in UTF-16 in two. */
function id3Picture(frame: Uint8Array): File | undefined {
  const typeEnd = frame.indexOf(0, 1)
  const isWide = frame[0] === 1 || frame[0] === 2
  let start = typeEnd + 2
  if (isWide) while (start < frame.length && (frame[start] !== 0 || frame[start + 1] !== 0)) start += 2
  else start = frame.indexOf(0, start)
  return pictureOf(frame.slice(start + (isWide ? 2 : 1)))
}

const flacPicture = 6

/** Blocks of a type, of which the first bit says that it is the last one, and a length. */
async function flacCover(file: Blob): Promise<File | undefined> {
  for (let at = 4, isLast = false; !isLast && at + 4 <= file.size; ) {
    const head = await bytesOf(file, at, 4)
    const type = head[0] ?? 0
    const size = bigEndian(head, 0) & 0xffffff
    isLast = type >= 128
    if ((type & 127) === flacPicture) {
      const block = await bytesOf(file, at + 4, size)
      // Kind, type, description, four numbers, length, bytes.
      const typeEnd = 8 + bigEndian(block, 4)
      const start = typeEnd + 4 + bigEndian(block, typeEnd) + 20
      return pictureOf(block.slice(start, start + bigEndian(block, start - 4)))
    }
    at += 4 + size
  }
  return undefined
}

/** Boxes inside of boxes, each of a size and a name. */
const mp4Path = ['moov', 'udta', 'meta', 'ilst', 'covr', 'data']

async function mp4Cover(file: Blob): Promise<File | undefined> {
  let within = { start: 0, end: file.size }
  for (const name of mp4Path) {
    const found = await mp4Box(file, name, within)
    if (!found) return undefined
    within = found
  }
  // After its type and its language.
  return pictureOf(await bytesOf(file, within.start + 8, within.end - within.start - 8))
}

type Range = { start: number; end: number }

async function mp4Box(file: Blob, name: string, { start, end }: Range): Promise<Range | undefined> {
  for (let at = start; at + 8 <= end; ) {
    const head = await bytesOf(file, at, 16)
    const short = bigEndian(head, 0)
    // 1: its size is a long number after its name.
    const size = short === 1 ? bigEndian(head, 8) * 2 ** 32 + bigEndian(head, 12) : short
    if (size < 8) return undefined
    if (text(head, 4, 4) === name) {
      const headSize = (short === 1 ? 16 : 8) + (name === 'meta' ? 4 : 0)
      return { start: at + headSize, end: at + size }
    }
    at += size
  }
  return undefined
}

/** What the bytes are is read from them. */
function pictureOf(bytes: Uint8Array): File | undefined {
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8
  const isPng = bytes[0] === 0x89 && text(bytes, 1, 3) === 'PNG'
  if (bytes.length > limits.maxPreviewBytes || !(isJpeg || isPng)) return undefined
  const type = isJpeg ? 'image/jpeg' : 'image/png'
  return new File([new Uint8Array(bytes)], isJpeg ? 'cover.jpg' : 'cover.png', { type })
}

async function bytesOf(file: Blob, start: number, length: number): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(start, start + Math.max(0, length)).arrayBuffer())
}

function text(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length))
}

function bigEndian(bytes: Uint8Array, at: number): number {
  return [0, 1, 2, 3].reduce((sum, offset) => sum * 256 + (bytes[at + offset] ?? 0), 0)
}

/** Numbers of a tag leave out the highest bit of each byte. */
function sevenBit(bytes: Uint8Array, at: number): number {
  return [0, 1, 2, 3].reduce((sum, offset) => sum * 128 + (bytes[at + offset] ?? 0), 0)
}
