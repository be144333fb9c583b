import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Mp4OutputFormat, Output } from 'mediabunny'
import { expect, test } from 'vitest'
import { levelsOf, peakCount } from '../../../domain/waveform.ts'
import { fileOf } from '../../../tests/support/range-reader.ts'
import { mp4Recording, oggRecording } from '../../../tests/support/recordings.ts'
import { wavFile } from '../../seed/demo-files.ts'
import { measureRecording } from './measure-recording.ts'

/** The mean level of each quarter of a waveform. */
function quarters(peaks: string | null): Array<number> {
  const levels = levelsOf(peaks ?? '')
  const size = peakCount / 4
  return [0, 1, 2, 3].map((quarter) => {
    const part = levels.slice(quarter * size, (quarter + 1) * size)
    return part.reduce((sum, level) => sum + level, 0) / size
  })
}

/** The samples of four quarters, each a wave of this height. */
function wavOf(heights: Array<number>, { seconds = 40, rate = 8_000 } = {}): Buffer {
  const samples = new Int16Array(seconds * rate)
  for (const [at] of samples.entries()) {
    const height = heights[Math.floor((at / samples.length) * heights.length)] ?? 0
    samples[at] = Math.round(Math.sin(at / 5) * height * 0x7fff)
  }
  return wavFile(Buffer.from(samples.buffer), { samplesPerSecond: rate, bytesPerSample: 2 })
}

test('a WAV has the waveform of its samples', async () => {
  const { durationMs, peaks } = await measureRecording(fileOf(wavOf([0.8, 0.2, 0, 0.4])))

  expect(durationMs).toBe(40_000)
  const [first = 0, second = 0, third = 0, fourth = 0] = quarters(peaks)
  expect(first).toBeCloseTo(1, 1)
  expect(second).toBeCloseTo(0.25, 1)
  expect(third).toBeCloseTo(0, 1)
  expect(fourth).toBeCloseTo(0.5, 1)
})

/** Frames of an MP3 at 48 kHz and 128 kbit/s, mono, which name these gains. Their granules have no sound to decode. */
function mp3Of(gains: Array<number>): Buffer {
  const frames = gains.map((gain) => {
    const frame = Buffer.alloc(384)
    frame.set([0xff, 0xfb, 0x94, 0xc0])
    const bits = [
      ...toBits(0, 18),
      ...[0, 1].flatMap(() => [...toBits(900, 12), ...toBits(200, 9), ...toBits(gain, 8), ...toBits(0, 30)]),
    ]
    frame.set(toBytes(bits), 4)
    return frame
  })
  return Buffer.concat(frames)
}

/** An AAC packet of a channel pair without a common window, or with one whose first mask is set. */
function aacPacket(gain: number, { isCommon = false } = {}): Uint8Array {
  const common = [...toBits(0, 1), ...toBits(0, 2), 0, ...toBits(10, 6), 0, ...toBits(1, 2), ...toBits(0, 10)]
  const bits = [
    ...toBits(1, 3),
    ...toBits(0, 4),
    isCommon ? 1 : 0,
    ...(isCommon ? common : []),
    ...toBits(gain, 8),
  ]
  const packet = new Uint8Array(300)
  packet.set(toBytes(bits))
  return packet
}

function toBits(value: number, count: number): Array<number> {
  return Array.from({ length: count }, (_, index) => (value >> (count - 1 - index)) & 1)
}

function toBytes(bits: Array<number>): Uint8Array {
  const bytes = new Uint8Array(Math.ceil(bits.length / 8))
  for (const [index, bit] of bits.entries())
    bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (bit << (7 - (index & 7)))
  return bytes
}

test('an MP3 is as loud as the gain of its frames says: four steps double it', async () => {
  const count = 1_000
  const gains = Array.from({ length: count }, (_, index) => (index < count / 2 ? 180 : 176))

  const { durationMs, peaks } = await measureRecording(fileOf(mp3Of(gains)))

  expect(durationMs).toBe(24_000)
  const [first = 0, , , last = 0] = quarters(peaks)
  expect([first, last / first]).toEqual([1, expect.closeTo(0.5, 1)])
})

test.each([false, true])('AAC is as loud as its gain says, with a common window: %s', async (isCommon) => {
  const output = new Output({ format: new Mp4OutputFormat(), target: new BufferTarget() })
  const source = new EncodedAudioPacketSource('aac')
  output.addAudioTrack(source)
  await output.start()
  const config = { codec: 'mp4a.40.2', numberOfChannels: 2, sampleRate: 48_000 }
  const decoderConfig = { ...config, description: Uint8Array.from([0x11, 0x90]) }
  const packetSeconds = 1_024 / 48_000
  for (let index = 0; index < 1_000; index++) {
    const data = aacPacket(index < 500 ? 140 : 148, { isCommon })
    const packet = new EncodedPacket(data, 'key', index * packetSeconds, packetSeconds)
    await source.add(packet, { decoderConfig })
  }
  await output.finalize()

  const { peaks } = await measureRecording(fileOf(new Uint8Array(output.target.buffer ?? [])))

  const [first = 0, , , last = 0] = quarters(peaks)
  expect([first, last]).toEqual([expect.closeTo(0.25, 1), 1])
})

test('a video has a length and no waveform', async () => {
  const video = await mp4Recording({ seconds: 12 })

  expect(await measureRecording(fileOf(video))).toEqual({ durationMs: 12_000, peaks: null })
})

test('Opus has a waveform', async () => {
  const { peaks } = await measureRecording(fileOf(await oggRecording({ seconds: 20 })))

  expect(levelsOf(peaks ?? '')).toHaveLength(peakCount)
})

test('a file that is no recording, and an empty one, are refused', async () => {
  await expect(measureRecording(fileOf(Buffer.from('a film that is none')))).rejects.toMatchObject({
    fault: 'unrecognized',
  })
  await expect(measureRecording(fileOf(Buffer.alloc(0)))).rejects.toThrow()
})
