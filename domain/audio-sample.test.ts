import { expect, test } from 'vitest'
import { mp3Sample, UnreadableAudioError, wavSample } from './audio-sample.ts'

const bytesPerSecond = 8_000

/** Each sample has the number of its second. */
function wav(seconds: number, claimedSize = seconds * bytesPerSecond): Uint8Array {
  const bytes = new Uint8Array(44 + seconds * bytesPerSecond)
  const view = new DataView(bytes.buffer)
  for (const [at, text] of [
    [0, 'RIFF'],
    [8, 'WAVEfmt '],
    [36, 'data'],
  ] as const)
    bytes.set(new TextEncoder().encode(text), at)
  view.setUint32(4, bytes.length - 8, true)
  view.setUint32(16, 16, true)
  view.setUint16(20, 1, true)
  view.setUint16(22, 1, true)
  view.setUint32(24, bytesPerSecond, true)
  view.setUint32(28, bytesPerSecond, true)
  view.setUint16(32, 1, true)
  view.setUint16(34, 8, true)
  view.setUint32(40, claimedSize, true)
  for (let i = 44; i < bytes.length; i++) bytes[i] = Math.floor((i - 44) / bytesPerSecond)
  return bytes
}

function cutWav(file: Uint8Array, range: { startSecond: number; seconds: number }) {
  const { header, start, end } = wavSample(file.subarray(0, 4_096), file.length, range)
  return { header, sound: file.slice(start, end) }
}

test('a sample of a WAV file has the chosen seconds', () => {
  const { header, sound } = cutWav(wav(60), { startSecond: 10, seconds: 5 })

  expect(sound).toHaveLength(5 * bytesPerSecond)
  expect([sound[0], sound.at(-1)]).toEqual([10, 14])
  expect(new DataView(header.buffer).getUint32(40, true)).toBe(sound.length)
  expect(new DataView(header.buffer).getUint32(4, true)).toBe(36 + sound.length)
})

test('a sample is at most half of a short file, and moves back from beyond its end', () => {
  const { sound } = cutWav(wav(8), { startSecond: 100, seconds: 30 })

  expect(sound).toHaveLength(4 * bytesPerSecond)
  expect([sound[0], sound.at(-1)]).toEqual([4, 7])
})

test('a WAV file that claims more bytes than it has is cut within them', () => {
  expect(cutWav(wav(8, 0xffffffff), { startSecond: 0, seconds: 30 }).sound).toHaveLength(4 * bytesPerSecond)
})

const frameBytes = 417
const frameSeconds = 1_152 / 44_100

/** 128 kbit/s at 44.1 kHz; the first byte of each frame's sound is its number. */
function mp3(frames: number, { tagBytes = 0 } = {}): Uint8Array {
  const bytes = new Uint8Array(tagBytes + frames * frameBytes)
  if (tagBytes > 0) bytes.set([73, 68, 51, 4, 0, 0, 0, 0, (tagBytes - 10) >> 7, (tagBytes - 10) & 127], 0)
  for (let i = 0; i < frames; i++) bytes.set([0xff, 0xfb, 0x90, 0x00, i % 256], tagBytes + i * frameBytes)
  return bytes
}

test('a sample of an MP3 file has whole frames of the chosen time', () => {
  const file = mp3(2_000, { tagBytes: 300 })

  const { sample, seconds } = mp3Sample(file, file.length - 300, { startSecond: 5, seconds: 10 })

  expect(sample.length % frameBytes).toBe(0)
  expect(seconds).toBeLessThanOrEqual(10)
  expect(seconds).toBeGreaterThan(10 - 2 * frameSeconds)
  expect([...sample.subarray(0, 3)]).toEqual([0xff, 0xfb, 0x90])
  expect(sample[4]).toBe(Math.ceil(5 / frameSeconds) % 256)
})

test('a sample of a short MP3 file is at most half of it', () => {
  const file = mp3(100)

  expect(mp3Sample(file, file.length, { startSecond: 0, seconds: 30 }).sample.length).toBeLessThanOrEqual(
    file.length / 2,
  )
})

test.each([
  ['a picture', new Uint8Array(10_000).fill(7)],
  ['nothing', new Uint8Array(0)],
])('%s is no audio file', (_, bytes) => {
  const range = { startSecond: 0, seconds: 30 }

  expect(() => wavSample(bytes, bytes.length, range)).toThrow(UnreadableAudioError)
  expect(() => mp3Sample(bytes, bytes.length, range)).toThrow(UnreadableAudioError)
})
