import { extensionOf, isPdf, isPicture, isRecording, mimeTypeOf } from '../../../../domain/file-type.ts'
import { peaksOf } from './peaks.ts'

export type ReadFile = {
  /** Of a recording. */
  seconds?: number
  /** The waveform, as `encodePeaks` writes it. */
  peaks?: string
  /** The picture that the file brings along. */
  cover?: File
}

/** What is decoded in this browser at most: its samples need many times the room of the file. */
const maxDecodedBytes = 40 * 1024 ** 2

/** Reads what a page can show of a file. Nothing is uploaded; what the browser can't read is left out. */
export async function readFile(file: File): Promise<ReadFile> {
  const isAudio = mimeTypeOf(file.name).startsWith('audio/')
  const [sound, cover] = await Promise.all([
    isAudio ? readSound(file).catch(() => ({})) : {},
    isAudio ? readId3Cover(file).catch(() => undefined) : undefined,
  ])
  return { ...sound, ...(cover && { cover }) }
}

async function readSound(file: File): Promise<ReadFile> {
  if (file.size > maxDecodedBytes) return readWavLength(file)
  // A low rate is enough to see how loud it is.
  const context = new OfflineAudioContext(1, 1, 8_000)
  const sound = await context.decodeAudioData(await file.arrayBuffer())
  return { seconds: Math.round(sound.duration), peaks: peaksOf(sound.getChannelData(0)) }
}

/** The length that the head of a WAV says: bytes of samples by bytes of a second. */
async function readWavLength(file: File): Promise<ReadFile> {
  const head = new DataView(await file.slice(0, 44).arrayBuffer())
  const isWav = head.byteLength === 44 && head.getUint32(0) === 0x52494646 && head.getUint32(8) === 0x57415645
  const bytesPerSecond = isWav ? head.getUint32(28, true) : 0
  return bytesPerSecond > 0 ? { seconds: Math.round((file.size - 44) / bytesPerSecond) } : {}
}

/** The picture in the tag at the start of an MP3 (ID3v2.3 and 2.4). */
async function readId3Cover(file: File): Promise<File | undefined> {
  const head = new Uint8Array(await file.slice(0, 10).arrayBuffer())
  const version = head[3]
  if (text(head, 0, 3) !== 'ID3' || (version !== 3 && version !== 4)) return undefined
  const tag = new Uint8Array(await file.slice(10, 10 + sevenBit(head, 6)).arrayBuffer())
  for (let at = 0; at + 10 <= tag.length && tag[at] !== 0; ) {
    const size = version === 4 ? sevenBit(tag, at + 4) : bigEndian(tag, at + 4)
    if (text(tag, at, 4) === 'APIC') return pictureOf(tag.subarray(at + 10, at + 10 + size))
    at += 10 + size
  }
  return undefined
}

/** Encoding, type, kind, description, bytes. The description ends in one zero, in UTF-16 in two. */
function pictureOf(frame: Uint8Array<ArrayBuffer>): File | undefined {
  const typeEnd = frame.indexOf(0, 1)
  const type = text(frame, 1, typeEnd - 1)
  const isWide = frame[0] === 1 || frame[0] === 2
  let start = typeEnd + 2
  if (isWide) while (start < frame.length && (frame[start] !== 0 || frame[start + 1] !== 0)) start += 2
  else start = frame.indexOf(0, start)
  const bytes = frame.slice(start + (isWide ? 2 : 1))
  const extension = extensions.get(type)
  return extension && bytes.length > 0 ? new File([bytes], `cover.${extension}`, { type }) : undefined
}

const extensions = new Map([
  ['image/jpeg', 'jpg'],
  ['image/png', 'png'],
])

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

/** What buyers get, in two lines: what it is, and the format. */
export function describeFile({ name }: File, seconds: number | undefined): { kind: string; format: string } {
  const type = mimeTypeOf(name)
  const length = seconds === undefined ? '' : `, ${lengthText(seconds)}`
  const extension = extensionOf(name).replace('.', '').toUpperCase()
  const what = isRecording(type)
    ? type.startsWith('audio/')
      ? 'A recording'
      : 'A video'
    : isPicture(type)
      ? 'An image'
      : isPdf(type)
        ? 'A PDF'
        : 'A file'
  return { kind: `${what}${length}`, format: extension }
}

export function lengthText(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? '1 second' : `${seconds} seconds`
  const minutes = Math.round(seconds / 60)
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}
