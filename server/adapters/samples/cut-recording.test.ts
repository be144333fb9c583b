import { ALL_FORMATS, BufferSource, type EncodedPacket, EncodedPacketSink, Input } from 'mediabunny'
import { expect, test } from 'vitest'
import { fileOf } from '../../../tests/support/range-reader.ts'
import {
  fragmentedRecording,
  keyFrameSeconds,
  movRecording,
  mp4Recording,
  oggRecording,
  webmRecording,
} from '../../../tests/support/recordings.ts'
import { numberedWav } from '../../../tests/support/wav.ts'
import type { RangeReader, RecordingSample } from '../../ports/sample-maker.ts'
import { cutRecording } from './cut-recording.ts'

/** The seconds of the recording that the packets of a sample came from, and the sample's duration. */
async function readSample({ bytes }: RecordingSample, { secondAt = 0 } = {}) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(bytes) })
  const tracks: Record<string, { seconds: Array<number>; first: number; startsWithKey: boolean }> = {}
  for (const track of await input.getTracks()) {
    const packets: Array<EncodedPacket> = []
    for await (const packet of new EncodedPacketSink(track).packets()) packets.push(packet)
    const at = track.type === 'video' ? 5 : secondAt
    tracks[track.type] = {
      seconds: [...new Set(packets.map(({ data }) => data[at] ?? -1))],
      first: packets[0]?.timestamp ?? -1,
      startsWithKey: packets[0]?.type === 'key',
    }
  }
  return { video: tracks.video, audio: tracks.audio, duration: await input.computeDuration() }
}

test.each([
  ['MP4', mp4Recording, 'video/mp4'],
  ['fragmented MP4', fragmentedRecording, 'video/mp4'],
  ['MOV', movRecording, 'video/mp4'],
  ['WebM', webmRecording, 'video/webm'],
])(
  'a sample of a video as %s begins with a key frame and has the chosen seconds',
  async (_, record, type) => {
    const file = await record({ seconds: 30 })

    const sample = await cutRecording(fileOf(file), { startSecond: 14, seconds: 5 })

    expect(sample).toMatchObject({ kind: 'video', mimeType: type, width: 160, height: 90 })
    const { duration, ...tracks } = await readSample(sample)
    // The key frame before second 14 is at second 12.
    const expected = { seconds: [12, 13, 14, 15, 16], first: 0 }
    expect(tracks).toMatchObject({ video: { ...expected, startsWithKey: true }, audio: expected })
    // WebM does not say how long the last frame is.
    expect(duration).toBeGreaterThanOrEqual(4.9)
    expect(duration).toBeLessThan(5.01)
    expect(sample.durationMs).toBe(5_000)
  },
)

test('a sample is at most half of a short video, and moves back from beyond its end', async () => {
  const file = await mp4Recording({ seconds: 12 })

  const sample = await cutRecording(fileOf(file), { startSecond: 500, seconds: 30 })

  const { duration } = await readSample(sample)
  expect(duration).toBeLessThanOrEqual(6.01)
  expect(duration).toBeGreaterThan(6 - keyFrameSeconds)
})

test('a sample of an M4A recording has the chosen seconds', async () => {
  const file = await mp4Recording({ seconds: 20, hasVideo: false })

  const sample = await cutRecording(fileOf(file), { startSecond: 3, seconds: 2 })

  expect(sample).toMatchObject({ kind: 'audio', mimeType: 'audio/mp4', durationMs: 2_000 })
  expect(await readSample(sample)).toMatchObject({ audio: { seconds: [3, 4], first: 0 } })
})

test('a sample of an Ogg recording has the chosen seconds', async () => {
  const file = await oggRecording({ seconds: 20 })

  const sample = await cutRecording(fileOf(file), { startSecond: 3, seconds: 2 })

  expect(sample).toMatchObject({ kind: 'audio', mimeType: 'audio/ogg' })
  expect(sample.durationMs).toBeGreaterThan(1_900)
  expect(sample.durationMs).toBeLessThanOrEqual(2_001)
  const { audio } = await readSample(sample, { secondAt: 1 })
  expect(audio?.seconds).toEqual([3, 4])
})

test('a sample of a WAV recording is cut to the sample', async () => {
  const sample = await cutRecording(fileOf(numberedWav(20)), { startSecond: 3, seconds: 2 })

  const bytes = Buffer.from(sample.bytes)
  expect(sample).toMatchObject({ kind: 'audio', mimeType: 'audio/wav', durationMs: 2_000 })
  expect([...new Set(bytes.subarray(-16_000))]).toEqual([3, 4])
  expect(bytes.readUInt32LE(bytes.length - 16_000 - 4)).toBe(16_000)
})

test('a WAV recording that claims more bytes than it has is cut within them', async () => {
  const file = numberedWav(8)
  file.writeUInt32LE(0xffffffff, 40)

  const sample = await cutRecording(fileOf(file), { startSecond: 0, seconds: 30 })

  expect(sample.bytes.length).toBeLessThanOrEqual(100 + 4 * 8_000)
  expect(sample.durationMs).toBe(4_000)
})

/** 128 kbit/s at 44.1 kHz; the first byte of each frame's sound is its number. */
function mp3(frames: number): Buffer {
  const bytes = Buffer.alloc(frames * 417)
  for (let i = 0; i < frames; i++) bytes.set([0xff, 0xfb, 0x90, 0x00, i % 256], i * 417)
  return bytes
}

test('a sample of an MP3 recording has whole frames of the chosen time', async () => {
  const sample = await cutRecording(fileOf(mp3(2_000)), { startSecond: 5, seconds: 10 })

  expect(sample).toMatchObject({ kind: 'audio', mimeType: 'audio/mpeg' })
  expect(sample.durationMs).toBeLessThanOrEqual(10_000)
  expect(sample.durationMs).toBeGreaterThan(9_900)
  const { duration } = await readSample(sample)
  expect(duration).toBeLessThanOrEqual(10.05)
})

test('only the parts of a long video that the sample needs are read', async () => {
  const file = await mp4Recording({ seconds: 600 })
  const padded = Buffer.concat([file, Buffer.alloc(64 * 1024 ** 2)])
  padded.writeUInt32BE(64 * 1024 ** 2, file.length)
  padded.write('free', file.length + 4)
  let readBytes = 0
  const counted: RangeReader = {
    sizeBytes: padded.length,
    async read(start, end) {
      readBytes += end - start
      return padded.subarray(start, end)
    },
  }

  await cutRecording(counted, { startSecond: 60, seconds: 30 })

  expect(readBytes).toBeLessThan(16 * 1024 ** 2)
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['text', Buffer.from('not a recording at all, only words')],
  ['a picture', Buffer.alloc(10_000, 7)],
])('%s is not recognized as a recording', async (_, bytes) => {
  const cutting = cutRecording(fileOf(bytes), { startSecond: 0, seconds: 30 })

  await expect(cutting).rejects.toMatchObject({ name: 'SampleError', fault: 'unrecognized' })
})

test.each([0.3, 0.6, 0.9])(
  'a sample of an MP4 file truncated to %d of its bytes is at most as long as requested, or fails',
  async (fraction) => {
    const file = await mp4Recording({ seconds: 30 })

    const cutting = cutRecording(fileOf(file.subarray(0, file.length * fraction)), {
      startSecond: 20,
      seconds: 10,
    })

    const seconds = await cutting.then(
      ({ durationMs }) => durationMs / 1_000,
      () => 0,
    )
    expect(seconds).toBeLessThanOrEqual(10)
  },
)

test('a video whose boxes claim a terabyte does not exhaust the server', async () => {
  const file = await mp4Recording({ seconds: 30 })
  const hostile = Buffer.from(file)
  for (const name of ['stsz', 'stts', 'stco', 'stss', 'stsc']) {
    const at = hostile.indexOf(name)
    // The number of entries.
    if (at > 0) hostile.writeUInt32BE(0x7fffffff, at + (name === 'stsz' ? 12 : 8))
  }

  const cutting = cutRecording(fileOf(hostile), { startSecond: 20, seconds: 10 })

  await expect(cutting).rejects.toThrow()
})
