/** A WAV or MP3 file that cannot be cut. */
export class UnreadableAudioError extends Error {
  override name = 'UnreadableAudioError'
}

/** The chosen part, in seconds. */
export type SampleRange = { startSecond: number; seconds: number }

type WavFormat = {
  chunk: Uint8Array
  byteRate: number
  blockAlign: number
  dataStart: number
  dataSize: number
}

/** The first bytes of a file that describe it. */
export const audioHeadBytes = 256 * 1024

/**
 * The bytes of a WAV file that hold a sample, `end` excluded, and the header to put before them. A sample is never more
 * than half of the file. Throws UnreadableAudioError.
 */
export function wavSample(
  head: Uint8Array,
  fileSize: number,
  { startSecond, seconds }: SampleRange,
): { header: Uint8Array; start: number; end: number } {
  const { chunk, byteRate, blockAlign, dataStart, dataSize } = readWavFormat(head, fileSize)
  const whole = (bytes: number) => Math.floor(bytes / blockAlign) * blockAlign
  const length = whole(Math.min(seconds * byteRate, dataSize / 2))
  const offset = Math.min(whole(startSecond * byteRate), whole(dataSize - length))
  if (length < blockAlign) throw new UnreadableAudioError('The file has no sound')
  const start = dataStart + offset
  return { header: wavHeader(chunk, length), start, end: start + length }
}

function readWavFormat(head: Uint8Array, fileSize: number): WavFormat {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength)
  if (head.length < 12 || ascii(head, 0) !== 'RIFF' || ascii(head, 8) !== 'WAVE')
    throw new UnreadableAudioError('Not a WAV file')
  let format: { chunk: Uint8Array; byteRate: number; blockAlign: number } | undefined
  for (let at = 12; at + 8 <= head.length; ) {
    const size = view.getUint32(at + 4, true)
    if (ascii(head, at) === 'fmt ' && at + 24 <= head.length)
      format = {
        chunk: head.slice(at, at + 8 + size),
        byteRate: view.getUint32(at + 16, true),
        blockAlign: view.getUint16(at + 20, true),
      }
    if (ascii(head, at) === 'data' && format && format.byteRate > 0 && format.blockAlign > 0) {
      const dataStart = at + 8
      // A recorder that was interrupted leaves a size beyond the end of the file.
      return { ...format, dataStart, dataSize: Math.max(0, Math.min(size, fileSize - dataStart)) }
    }
    at += 8 + size + (size % 2)
  }
  throw new UnreadableAudioError('The WAV file has no sound')
}

function wavHeader(format: Uint8Array, dataLength: number): Uint8Array {
  const header = new Uint8Array(12 + format.length + 8)
  const view = new DataView(header.buffer)
  header.set([82, 73, 70, 70], 0) // RIFF
  view.setUint32(4, header.length - 8 + dataLength, true)
  header.set([87, 65, 86, 69], 8) // WAVE
  header.set(format, 12)
  header.set([100, 97, 116, 97], 12 + format.length) // data
  view.setUint32(12 + format.length + 4, dataLength, true)
  return header
}

const mpeg1Kbps = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const mpeg2Kbps = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const mpeg1Rates = [44_100, 48_000, 32_000]

type Frame = { bytes: number; seconds: number }

/** The most bytes that one second of MP3 can have. */
export const maxMp3BytesPerSecond = 40_000

/** The size of the tag before the sound, in bytes. `head` are at least the first ten bytes. */
export function mp3TagBytes(head: Uint8Array): number {
  if (head.length < 10 || ascii(head, 0).slice(0, 3) !== 'ID3') return 0
  const [a = 0, b = 0, c = 0, d = 0] = head.subarray(6, 10)
  return 10 + ((a & 127) << 21) + ((b & 127) << 14) + ((c & 127) << 7) + (d & 127)
}

/**
 * The frames of an MP3 file that hold a sample. `bytes` are the file's first ones, at least up to the end of the sample.
 * A sample is never more than half of the file's `audioBytes`. Throws UnreadableAudioError.
 */
export function mp3Sample(
  bytes: Uint8Array,
  audioBytes: number,
  { startSecond, seconds }: SampleRange,
): { sample: Uint8Array; seconds: number } {
  const frames: Array<{ at: number; frame: Frame; second: number }> = []
  let second = 0
  for (let at = firstFrame(bytes); at < bytes.length; ) {
    const frame = readFrame(bytes, at)
    if (!frame || at + frame.bytes > bytes.length) break
    frames.push({ at, frame, second })
    second += frame.seconds
    at += frame.bytes
  }
  // The first frame of many files describes the others, with a duration that is not the sample's.
  const [described, ...sound] = frames
  if (!described || sound.length === 0) throw new UnreadableAudioError('Not an MP3 file')
  const from = Math.min(startSecond, Math.max(0, second - seconds))
  const chosen: typeof sound = []
  let size = 0
  for (const one of sound) {
    if (one.second < from || one.second + one.frame.seconds > from + seconds) continue
    if (size + one.frame.bytes > audioBytes / 2) break
    chosen.push(one)
    size += one.frame.bytes
  }
  if (chosen.length === 0) throw new UnreadableAudioError('The file is too short')
  return { sample: joinFrames(bytes, chosen, size), seconds: sum(chosen.map(({ frame }) => frame.seconds)) }
}

function joinFrames(
  bytes: Uint8Array,
  frames: Array<{ at: number; frame: Frame }>,
  size: number,
): Uint8Array {
  const sample = new Uint8Array(size)
  let at = 0
  for (const { at: from, frame } of frames) {
    sample.set(bytes.subarray(from, from + frame.bytes), at)
    at += frame.bytes
  }
  return sample
}

/** After the tag; a few bytes of padding may lie between. */
function firstFrame(bytes: Uint8Array): number {
  const searchedBytes = 4_096
  const from = mp3TagBytes(bytes)
  for (let at = from; at < Math.min(bytes.length, from + searchedBytes); at++) {
    const frame = readFrame(bytes, at)
    if (frame && readFrame(bytes, at + frame.bytes)) return at
  }
  throw new UnreadableAudioError('Not an MP3 file')
}

/** A frame of MPEG 1, 2 or 2.5, layer III; undefined when there is none. */
function readFrame(bytes: Uint8Array, at: number): Frame | undefined {
  const [sync = 0, kind = 0, rate = 0] = bytes.subarray(at, at + 3)
  if (sync !== 0xff || (kind & 0xe6) !== 0xe2) return undefined
  const version = (kind >> 3) & 3
  const isMpeg1 = version === 3
  const kbps = (isMpeg1 ? mpeg1Kbps : mpeg2Kbps)[rate >> 4]
  const baseRate = mpeg1Rates[(rate >> 2) & 3]
  if (!kbps || !baseRate || version === 1) return undefined
  const sampleRate = baseRate / { 3: 1, 2: 2, 0: 4 }[version as 0 | 2 | 3]
  const padding = (rate >> 1) & 1
  const samples = isMpeg1 ? 1_152 : 576
  return {
    bytes: Math.floor((samples / 8) * ((kbps * 1_000) / sampleRate)) + padding,
    seconds: samples / sampleRate,
  }
}

function ascii(bytes: Uint8Array, at: number): string {
  return String.fromCharCode(...bytes.subarray(at, at + 4))
}

function sum(values: Array<number>): number {
  return values.reduce((total, value) => total + value, 0)
}
