import { expect, test } from 'vitest'
import { getContent } from '../../../contract/content.ts'
import { getContentForEditing, setContentStatus } from '../../../contract/content-edit.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'

const words = Array.from({ length: 100 }, (_, index) => `word${index}`)

async function teaserFixture() {
  const w = await createTestApp()
  const creator = await w.creator()
  const visitor = w.visitor()
  const teaserOf = async (id: number) => (await visitor.call(getContent, { params: { id } })).body.teaser
  const statusOf = async (id: number) => (await creator.call(getContentForEditing, { params: { id } })).body
  const edits = (id: number, fields: Record<string, string>) =>
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
  return { w, creator, visitor, teaserOf, statusOf, edits, publishAudio }
}

/** A WAV file: 8 kHz, one byte per sample, each byte the number of its second. */
function numberedWav(seconds: number): Buffer {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + seconds * 8_000, 4)
  header.write('WAVEfmt ', 8)
  header.writeUInt32LE(16, 16)
  header.writeUInt16LE(1, 20)
  header.writeUInt16LE(1, 22)
  header.writeUInt32LE(8_000, 24)
  header.writeUInt32LE(8_000, 28)
  header.writeUInt16LE(1, 32)
  header.writeUInt16LE(8, 34)
  header.write('data', 36)
  header.writeUInt32LE(seconds * 8_000, 40)
  const sound = Array.from({ length: seconds }, (_, second) => Buffer.alloc(8_000, second))
  return Buffer.concat([header, ...sound])
}

test('everyone reads as many words of a text as its creator chose', async () => {
  const { w, creator, teaserOf, statusOf } = await teaserFixture()
  const { id } = await creator.publishText({ textContent: words.join(' '), teaserWords: '10' })
  expect((await statusOf(id)).teaserStatus).toBe('pending')
  expect(await teaserOf(id)).toBeNull()

  await w.runTeaserJobs()

  expect(await teaserOf(id)).toEqual({
    text: words.slice(0, 10).join(' '),
    audio: null,
    pictures: [],
  })
  expect((await statusOf(id)).teaserStatus).toBe('ready')
})

test('an item without a choice gives nothing away', async () => {
  const { w, creator, teaserOf } = await teaserFixture()
  const { id } = await creator.publishText({ textContent: words.join(' ') })

  await w.runTeaserJobs()

  expect(await teaserOf(id)).toBeNull()
})

test('a smaller choice takes back what was given away at once', async () => {
  const { w, creator, teaserOf, edits } = await teaserFixture()
  const { id } = await creator.publishText({ textContent: words.join(' '), teaserWords: '40' })
  await w.runTeaserJobs()

  await edits(id, { teaserWords: '5' })
  expect(await teaserOf(id)).toBeNull()
  await w.runTeaserJobs()
  expect((await teaserOf(id))?.text).toBe(words.slice(0, 5).join(' '))

  await edits(id, { teaserWords: '' })
  await w.runTeaserJobs()
  expect(await teaserOf(id)).toBeNull()
})

test('a sample of a WAV file has the chosen seconds and its own address', async () => {
  const { w, visitor, teaserOf, publishAudio } = await teaserFixture()
  const { id } = await publishAudio('song.wav', numberedWav(20))

  await w.runTeaserJobs()
  const audio = (await teaserOf(id))?.audio
  const file = await visitor.send('GET', audio?.url ?? '')

  expect(audio).toEqual({ url: expect.stringMatching(`/api/content/${id}/teaser/`), seconds: 2 })
  expect(file.statusCode).toBe(200)
  expect(file.headers['content-type']).toBe('audio/wav')
  expect(file.rawPayload).toHaveLength(44 + 16_000)
  expect([...new Set(file.rawPayload.subarray(44))]).toEqual([3, 4])
  expect(file.rawPayload.readUInt32LE(40)).toBe(16_000)
})

test('the sample ends with the item’s publication', async () => {
  const { w, creator, visitor, teaserOf, publishAudio } = await teaserFixture()
  const { id } = await publishAudio('song.wav', numberedWav(20))
  await w.runTeaserJobs()
  const url = (await teaserOf(id))?.audio?.url ?? ''

  await creator.call(setContentStatus, { params: { id }, body: { status: 'draft' } })

  expect((await visitor.send('GET', url)).statusCode).toBe(404)
})

test.each([
  ['film.mp4', Buffer.from('a film'), /MP3 and WAV/],
  ['song.wav', Buffer.from('not a recording'), /damaged or too short/],
  ['song.mp3', Buffer.alloc(9_000, 1), /damaged or too short/],
])('the creator of %s reads why it has no sample', async (name, bytes, reason) => {
  const { w, teaserOf, statusOf, publishAudio } = await teaserFixture()
  const { id } = await publishAudio(name, bytes)

  await w.runTeaserJobs()

  const { teaserStatus, teaserError } = await statusOf(id)
  expect(teaserStatus).toBe('failed')
  expect(teaserError).toMatch(reason)
  expect(await teaserOf(id)).toBeNull()
})

test('a teaser cut from an earlier version of the item is not kept', async () => {
  const { w, creator, teaserOf, edits } = await teaserFixture()
  const { id } = await creator.publishText({ textContent: words.join(' '), teaserWords: '10' })
  await edits(id, { teaserWords: '' })

  await w.runTeaserJobs()

  expect(await teaserOf(id)).toBeNull()
})
