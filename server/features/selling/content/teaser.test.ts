import { expect, test } from 'vitest'
import { getContent, listContent } from '../../../../contract/content.ts'
import { getContentForEditing, setContentStatus } from '../../../../contract/content-editing.ts'
import { getTeaserState, retryTeaser } from '../../../../contract/teasers.ts'
import { peaksPattern } from '../../../../domain/waveform.ts'
import { pdfWithPages } from '../../../../tests/support/pdf.ts'
import { mp4Recording } from '../../../../tests/support/recordings.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { numberedWav } from '../../../../tests/support/wav.ts'
import { SampleError, type SampleMaker } from '../../../ports/sample-maker.ts'

const words = Array.from({ length: 100 }, (_, index) => `word${index}`)

async function teaserFixture() {
  const w = await createTestApp()
  const creator = await w.creator()
  const visitor = w.visitor()
  const teaserOf = async (id: number) => (await visitor.call(getContent, { params: { id } })).body.teaser
  const statusOf = async (id: number) => (await creator.call(getContentForEditing, { params: { id } })).body
  const edit = (id: number, fields: Record<string, string>) =>
    creator.form(
      `/api/content/${id}`,
      Object.entries(fields).map(([name, value]) => ({ name, value })),
      'PATCH',
    )
  const publishAudio = (name: string, bytes: Buffer, fields: Record<string, string> = {}) =>
    creator.publishes(
      { kind: 'file', accessType: 'stream', teaserSeconds: '2', teaserStartSecond: '3', ...fields },
      { name, bytes },
    )
  return { w, creator, visitor, teaserOf, statusOf, edit, publishAudio }
}

test('the teaser of a text has the number of words that its creator chose', async () => {
  const { w, creator, teaserOf, statusOf } = await teaserFixture()
  const { id } = await creator.publishText({ textContent: words.join(' '), teaserWords: '10' })
  expect((await statusOf(id)).teaserStatus).toBe('pending')
  expect(await teaserOf(id)).toBeNull()

  await w.runTeaserJobs()

  expect(await teaserOf(id)).toEqual({
    text: words.slice(0, 10).join(' '),
    audio: null,
    video: null,
    pictures: [],
    pages: [],
  })
  expect((await statusOf(id)).teaserStatus).toBe('ready')
})

test('an item without teaser options has no teaser', async () => {
  const { w, creator, teaserOf } = await teaserFixture()
  const { id } = await creator.publishText({ textContent: words.join(' ') })

  await w.runTeaserJobs()

  expect(await teaserOf(id)).toBeNull()
})

test('a smaller teaser replaces the larger one at once', async () => {
  const { w, creator, teaserOf, edit } = await teaserFixture()
  const { id } = await creator.publishText({ textContent: words.join(' '), teaserWords: '40' })
  await w.runTeaserJobs()

  await edit(id, { teaserWords: '5' })
  expect(await teaserOf(id)).toBeNull()
  await w.runTeaserJobs()
  expect((await teaserOf(id))?.text).toBe(words.slice(0, 5).join(' '))

  await edit(id, { teaserWords: '' })
  await w.runTeaserJobs()
  expect(await teaserOf(id)).toBeNull()
})

test('a sample of a WAV file has the chosen seconds and its own URL', async () => {
  const { w, visitor, teaserOf, publishAudio } = await teaserFixture()
  const { id } = await publishAudio('song.wav', numberedWav(20))

  await w.runTeaserJobs()
  const audio = (await teaserOf(id))?.audio
  const file = await visitor.send('GET', audio?.url ?? '')

  expect(audio).toEqual({
    url: expect.stringMatching(`/api/content/${id}/teaser/`),
    seconds: 2,
    startSeconds: 3,
    recordingSeconds: 20,
    peaks: null,
  })
  expect(file.statusCode).toBe(200)
  expect(file.headers['content-type']).toBe('audio/wav')
  expect(file.rawPayload).toHaveLength(44 + 16_000)
  expect([...new Set(file.rawPayload.subarray(44))]).toEqual([3, 4])
  expect(file.rawPayload.readUInt32LE(40)).toBe(16_000)
})

test('the sample of an unpublished item gets 404', async () => {
  const { w, creator, visitor, teaserOf, publishAudio } = await teaserFixture()
  const { id } = await publishAudio('song.wav', numberedWav(20))
  await w.runTeaserJobs()
  const url = (await teaserOf(id))?.audio?.url ?? ''

  await creator.call(setContentStatus, { params: { id }, body: { status: 'draft' } })

  expect((await visitor.send('GET', url)).statusCode).toBe(404)
})

test.each([
  ['film.mp4', Buffer.from('a film'), /damaged or too short/],
  ['presets.zip', Buffer.from('presets'), /only make previews of text, audio, video and PDF/],
  ['song.wav', Buffer.from('not a recording'), /damaged or too short/],
  ['song.mp3', Buffer.alloc(9_000, 1), /damaged or too short/],
])('the creator of %s reads why it has no sample', { tags: ['long'] }, async (name, bytes, reason) => {
  const { w, teaserOf, statusOf, publishAudio } = await teaserFixture()
  const { id } = await publishAudio(name, bytes)

  await w.runTeaserJobs()

  const { teaserStatus, teaserError } = await statusOf(id)
  expect(teaserStatus).toBe('failed')
  expect(teaserError).toMatch(reason)
  expect(await teaserOf(id)).toBeNull()
})

test('the sample of a video is public at its own URL, the file is not', async () => {
  const { w, visitor, teaserOf, publishAudio } = await teaserFixture()
  const film = await mp4Recording({ seconds: 30 })
  const { id } = await publishAudio('film.mp4', film, { teaserSeconds: '15', teaserStartSecond: '9' })

  await w.runTeaserJobs()
  const { video, audio } = (await teaserOf(id)) ?? {}
  const sample = await visitor.send('GET', video?.url ?? '')

  expect(audio).toBeNull()
  expect(video).toEqual({
    url: expect.any(String),
    seconds: 15,
    startSeconds: 8,
    recordingSeconds: 30,
    peaks: null,
    width: 160,
    height: 90,
  })
  expect(sample.headers['content-type']).toBe('video/mp4')
  expect(sample.rawPayload.length).toBeLessThan(film.length * 0.75)
})

test('the teaser of a PDF has the number of pages that its creator chose, as images', async () => {
  const { w, creator, visitor, teaserOf } = await teaserFixture()
  const { id } = await creator.publishes(
    { kind: 'file', accessType: 'view', teaserPages: '2' },
    { name: 'book.pdf', bytes: await pdfWithPages(6) },
  )

  await w.runTeaserJobs()
  const pages = (await teaserOf(id))?.pages ?? []
  const image = await visitor.send('GET', pages[0]?.url ?? '')

  expect(pages).toMatchObject([
    { width: 900, height: 1_273 },
    { width: 900, height: 1_273 },
  ])
  expect(image.headers['content-type']).toBe('image/webp')
})

test('teaser options for another type of file make no teaser', async () => {
  const { w, teaserOf, statusOf, publishAudio } = await teaserFixture()
  const book = await publishAudio('book.pdf', await pdfWithPages(6))
  const song = await publishAudio('song.wav', numberedWav(20), { teaserSeconds: '', teaserPages: '2' })

  await w.runTeaserJobs()

  for (const { id } of [book, song]) {
    expect(await teaserOf(id)).toBeNull()
    expect((await statusOf(id)).teaserStatus).toBe('none')
  }
})

/** A sample maker whose recordings are cut by `cut`. */
function fakeSampleMaker(cut: () => ReturnType<SampleMaker['cutRecording']>): SampleMaker {
  const measureRecording = async () => ({ durationMs: 20_000, peaks: null })
  const rest = { measureRecording, drawPages: async () => [], close: async () => undefined }
  return { canDrawPages: true, cutRecording: cut, ...rest }
}

test('the creator sees that the sample is waiting, then being made, then ready', async () => {
  const { w, creator, publishAudio } = await teaserFixture()
  const { id } = await publishAudio('song.wav', numberedWav(20))
  const stateOf = async () => (await creator.call(getTeaserState, { params: { id } })).body.teaserStatus
  const states = [await stateOf()]
  w.ports.samples = fakeSampleMaker(async () => {
    states.push(await stateOf())
    const durations = { durationMs: 2_000, startMs: 0, recordingDurationMs: 20_000 }
    return { kind: 'audio', mimeType: 'audio/wav', bytes: Buffer.from('sound'), ...durations }
  })

  await w.runTeaserJobs()

  expect([...states, await stateOf()]).toEqual(['pending', 'making', 'ready'])
})

test('a recording’s length and waveform are public once it is measured', async () => {
  const { w, visitor, teaserOf, publishAudio } = await teaserFixture()
  const { id } = await publishAudio('song.wav', numberedWav(20))
  await w.runTeaserJobs()
  const secondsOf = async () => (await visitor.call(getContent, { params: { id } })).body.parts[0]?.seconds
  expect([await secondsOf(), (await teaserOf(id))?.audio]).toEqual([
    null,
    expect.objectContaining({ startSeconds: 3, seconds: 2, recordingSeconds: 20, peaks: null }),
  ])

  await w.runJobsOf('measure-recordings')

  expect(await secondsOf()).toBe(20)
  expect((await teaserOf(id))?.audio?.peaks).toMatch(peaksPattern)
})

test('a recording that can’t be measured has no length, and its item stays as it is', {
  tags: ['long'],
}, async () => {
  const { w, visitor, publishAudio } = await teaserFixture()
  const { id } = await publishAudio('song.mp3', Buffer.from('a song that is none'))

  await w.runJobsOf('measure-recordings')

  const { parts } = (await visitor.call(getContent, { params: { id } })).body
  expect(parts).toMatchObject([{ name: 'song.mp3', seconds: null }])
})

test('a failed sample is made again when the creator retries, once', { tags: ['long'] }, async () => {
  const { w, creator, teaserOf, publishAudio } = await teaserFixture()
  const { samples } = w.ports
  const { id } = await publishAudio('song.wav', numberedWav(20))
  w.ports.samples = fakeSampleMaker(() => Promise.reject(new SampleError('exhausted')))
  await w.runTeaserJobs()
  w.ports.samples = samples
  expect((await creator.call(listContent)).body).toMatchObject([{ id, teaserStatus: 'failed' }])

  const retry = () => creator.call(retryTeaser, { params: { id } })
  expect([(await retry()).body.teaserStatus, (await retry()).body.teaserStatus]).toEqual([
    'pending',
    'pending',
  ])
  await w.runTeaserJobs()

  expect((await teaserOf(id))?.audio?.seconds).toBe(2)
  expect((await retry()).body.teaserStatus).toBe('ready')
})

test('a sample whose file cannot be read from the store is retried', async () => {
  const { w, creator, publishAudio } = await teaserFixture()
  const { id } = await publishAudio('song.wav', numberedWav(20))
  w.ports.samples = fakeSampleMaker(() => Promise.reject(new Error('The store does not answer')))

  await expect(w.runTeaserJobs()).rejects.toThrow('The store does not answer')

  expect((await creator.call(getTeaserState, { params: { id } })).body).toEqual({
    teaserStatus: 'pending',
    teaserError: '',
  })
})

/** A sample that the database refuses: a recording of 34 days. */
const unstorable = {
  kind: 'audio' as const,
  mimeType: 'audio/wav',
  bytes: Buffer.from('sound'),
  durationMs: 2_000,
  startMs: 0,
  recordingDurationMs: 3_000_000_000,
}

test('the bytes of a sample whose row cannot be written are removed', async () => {
  const { w, publishAudio } = await teaserFixture()
  await publishAudio('song.wav', numberedWav(20))
  w.ports.samples = fakeSampleMaker(async () => unstorable)

  await expect(w.runTeaserJobs()).rejects.toThrow()

  const keys: Array<string> = []
  for await (const { key } of w.ports.fileStore.list('teasers/')) keys.push(key)
  expect(keys).toEqual([])
})

test('a sample that fails for a quarter of an hour is given up, and its creator is told', async () => {
  const { w, creator, publishAudio } = await teaserFixture()
  const { id } = await publishAudio('song.wav', numberedWav(20))
  w.ports.samples = fakeSampleMaker(() => Promise.reject(new Error('The store does not answer')))

  w.clock.advance(16 * 60_000)
  await w.runTeaserJobs()

  expect((await creator.call(getTeaserState, { params: { id } })).body).toEqual({
    teaserStatus: 'failed',
    teaserError: 'We couldn’t read this file to cut a preview from it. Please try again.',
  })
})

test('the sample state of another creator’s item gets 404', { tags: ['long'] }, async () => {
  const { w, publishAudio } = await teaserFixture()
  const { id } = await publishAudio('song.wav', numberedWav(20))
  const other = await w.creator('otto@example.com')

  expect((await other.call(getTeaserState, { params: { id } })).status).toBe(404)
  expect((await other.call(retryTeaser, { params: { id } })).status).toBe(404)
})

test('a teaser cut from an earlier version of the item is not stored', async () => {
  const { w, creator, teaserOf, edit } = await teaserFixture()
  const { id } = await creator.publishText({ textContent: words.join(' '), teaserWords: '10' })
  await edit(id, { teaserWords: '' })

  await w.runTeaserJobs()

  expect(await teaserOf(id)).toBeNull()
})
