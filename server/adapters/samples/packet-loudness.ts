import type { EncodedPacket, MediaCodec } from 'mediabunny'
import { dictionary } from '../../../contract/dictionary.ts'

type Sound = { channels: number; sampleRate: number }
type Meter = (packet: EncodedPacket) => number

/**
 * Measures how loud a packet is, in a unit that only compares packets of one recording. Undefined for a codec that does
 * not say it.
 */
export function meterOf(codec: MediaCodec | null, { channels, sampleRate }: Sound): Meter | undefined {
  if (codec === null) return undefined
  if (Object.hasOwn(pcmReaders, codec)) return pcmMeter(codec)
  if (codec === 'mp3') return ({ data }) => mp3Loudness(data)
  if (codec === 'aac') return ({ data }) => aacLoudness(data, channels)
  // Lossless packets have about one bit for each doubling of what is left to store.
  if (codec === 'flac')
    return ({ data, duration }) => 2 ** ((data.length * 8) / Math.max(1, duration * sampleRate * channels))
  // These encoders spend bits where there is something to hear.
  if (codec === 'opus' || codec === 'vorbis')
    return ({ data, duration }) => data.length / Math.max(duration, 1e-3)
  return undefined
}

type PcmReader = { bytes: number; read: (view: DataView, at: number) => number }

/** A sample of uncompressed sound, from −1 to 1. */
const pcmReaders: Record<string, PcmReader> = dictionary({
  'pcm-u8': { bytes: 1, read: (view, at) => (view.getUint8(at) - 128) / 128 },
  'pcm-s8': { bytes: 1, read: (view, at) => view.getInt8(at) / 128 },
  'pcm-s16': { bytes: 2, read: (view, at) => view.getInt16(at, true) / 0x8000 },
  'pcm-s16be': { bytes: 2, read: (view, at) => view.getInt16(at) / 0x8000 },
  // The upper two bytes are enough for a drawing.
  'pcm-s24': { bytes: 3, read: (view, at) => view.getInt16(at + 1, true) / 0x8000 },
  'pcm-s24be': { bytes: 3, read: (view, at) => view.getInt16(at) / 0x8000 },
  'pcm-s32': { bytes: 4, read: (view, at) => view.getInt16(at + 2, true) / 0x8000 },
  'pcm-s32be': { bytes: 4, read: (view, at) => view.getInt16(at) / 0x8000 },
  'pcm-f32': { bytes: 4, read: (view, at) => view.getFloat32(at, true) },
  'pcm-f32be': { bytes: 4, read: (view, at) => view.getFloat32(at) },
  'pcm-f64': { bytes: 8, read: (view, at) => view.getFloat64(at, true) },
  'pcm-f64be': { bytes: 8, read: (view, at) => view.getFloat64(at) },
})

/** The highest peak. */
function pcmMeter(codec: MediaCodec): Meter | undefined {
  const reader = pcmReaders[codec]
  if (!reader) return undefined
  const { bytes, read } = reader
  return ({ data }) => {
    const view = new DataView(data.buffer, data.byteOffset, data.byteLength)
    let peak = 0
    for (let at = 0; at + bytes <= data.length; at += bytes) peak = Math.max(peak, Math.abs(read(view, at)))
    return Math.min(1, peak)
  }
}

/** Compressed lines are stored as their power of 3/4, in steps of a size that the packet names. */
function loudnessOf(stepExponent: number, bitsPerLine: number): number {
  return 2 ** (stepExponent / 4) * (2 ** bitsPerLine - 1) ** (4 / 3)
}

/** Of the granules in an MP3 frame (ISO 11172-3, 2.4.1.7) the loudest. */
function mp3Loudness(frame: Uint8Array): number {
  const [, version = 0, , mode = 0] = frame
  const isMpeg1 = ((version >> 3) & 3) === 3
  const channels = mode >> 6 === 3 ? 1 : 2
  const bits = bitReader(frame, 4 + (version & 1 ? 0 : 2))
  bits.skip(isMpeg1 ? 9 : 8)
  bits.skip(isMpeg1 ? (channels === 1 ? 5 + 4 : 3 + 8) : channels)
  let loudest = 0
  for (let granule = 0; granule < (isMpeg1 ? 2 : 1) * channels; granule++) {
    const length = bits.read(12)
    const lines = bits.read(9) * 2
    const gain = bits.read(8)
    bits.skip(isMpeg1 ? 30 : 34)
    if (lines > 0) loudest = Math.max(loudest, loudnessOf(gain - 210, length / lines) * Math.sqrt(lines))
  }
  return loudest
}

const isSingle = 0
const isPair = 1
const linesPerChannel = 1024

/** Of the first channel in an AAC packet (ISO 14496-3, 4.4.2). A packet that begins with something else is silent. */
function aacLoudness(packet: Uint8Array, channels: number): number {
  const bits = bitReader(packet, 0)
  const element = bits.read(3)
  if (element !== isSingle && element !== isPair) return 0
  bits.skip(4)
  if (element === isPair && bits.read(1) === 1) skipCommonWindow(bits)
  const gain = bits.read(8)
  return loudnessOf(gain - 100, (packet.length * 8) / (linesPerChannel * Math.max(1, channels)))
}

function skipCommonWindow(bits: BitReader): void {
  bits.skip(1)
  const isShort = bits.read(2) === 2
  bits.skip(1)
  const bands = bits.read(isShort ? 4 : 6)
  let groups = 1
  if (isShort) for (let window = 1; window < 8; window++) groups += bits.read(1) === 0 ? 1 : 0
  else bits.skip(1)
  if (bits.read(2) === 1) bits.skip(groups * bands)
}

type BitReader = { read(count: number): number; skip(count: number): void }

/** Beyond the end there are zeros. */
function bitReader(bytes: Uint8Array, start: number): BitReader {
  let at = start * 8
  return {
    read(count) {
      let value = 0
      for (const end = at + count; at < end; at++)
        value = value * 2 + (((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1)
      return value
    },
    skip(count) {
      at += count
    },
  }
}
