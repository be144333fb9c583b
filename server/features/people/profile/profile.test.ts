import sharp from 'sharp'
import { expect, test } from 'vitest'
import { getUser, updateProfile } from '../../../../contract/accounts.ts'
import { getContent } from '../../../../contract/content.ts'
import {
  endOtherSessions,
  endSession,
  getAccount,
  getPhoto,
  listSessions,
  removePhoto,
  setPhoto,
  updateContentDefaults,
} from '../../../../contract/settings.ts'
import { declaredPng } from '../../../../tests/support/declared-png.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

const firstName = 'Mara'

test.each([
  ['@Mara_K', 'mara_k'],
  ['mara_k', 'mara_k'],
  ['', null],
])('the handle %j is stored as %j', async (handle, expected) => {
  const w = await createTestApp()
  const mara = await w.creator()

  await mara.call(updateProfile, { body: { firstName, handle } })

  expect((await mara.call(getAccount)).body.handle).toBe(expected)
})

test.each(['ab', 'a'.repeat(31), 'mara.k', 'ma ra', 'mära', 'admin', 'tipdrop_', '../x', '<b>'])(
  'the handle %j is rejected',
  async (handle) => {
    const w = await createTestApp()
    const mara = await w.creator()

    const response = await mara.call(updateProfile, { body: { firstName, handle } })

    expect(response.status).toBe(400)
    expect(response.body).toMatchObject({ fields: { handle: expect.any(String) } })
  },
)

test('a handle is unique, also with concurrent requests', async () => {
  const w = await createTestApp()
  const creators = [await w.creator('a@example.com'), await w.creator('b@example.com')]

  const responses = await Promise.all(
    creators.map((creator) => creator.call(updateProfile, { body: { firstName, handle: 'harbour' } })),
  )

  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409])
})

test('a profile saved without a handle keeps the current one', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await mara.call(updateProfile, { body: { firstName, handle: 'mara' } })

  await mara.call(updateProfile, { body: { firstName: 'Mara Lind' } })

  expect((await mara.call(getAccount)).body.handle).toBe('mara')
})

test('the defaults for new items are stored and sorted', async () => {
  const w = await createTestApp()
  const mara = await w.creator()

  const set = await mara.call(updateContentDefaults, {
    body: { suggestedAmounts: '10, 3 5', showSupporters: true },
  })
  const wrong = await mara.call(updateContentDefaults, {
    body: { suggestedAmounts: '3, 3, 5', showSupporters: true },
  })
  const none = await mara.call(updateContentDefaults, {
    body: { suggestedAmounts: '', showSupporters: false },
  })

  expect(set.body).toMatchObject({ suggestedAmounts: '3.00, 5.00, 10.00', showSupporters: true })
  expect(wrong.body).toMatchObject({
    fields: { suggestedAmounts: expect.stringContaining('three different amounts') },
  })
  expect(none.body).toMatchObject({ suggestedAmounts: '', showSupporters: false })
})

const picture = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: '#0e6b4a' } })
    .withExif({ IFD0: { Artist: 'somebody at home' } })
    .jpeg()
    .toBuffer()

test('a photo is stored as a square without metadata, at its own URL', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const bytes = await picture()

  const { body } = await mara.form(setPhoto.path, [{ name: 'photo', fileName: 'me.jpg', bytes }])
  const address = (body as unknown as { photoUrl: string }).photoUrl
  const shown = await w.visitor().send('GET', address)
  const { width, height, format, exif } = await sharp(shown.rawPayload).metadata()

  expect([width, height, format, exif]).toEqual([320, 320, 'webp', undefined])
  expect(shown.headers['cache-control']).toBe('public, max-age=60, must-revalidate')
})

test('a new photo replaces the old one, and a removed one is deleted', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const bytes = await picture()
  const uploadPhoto = async () => {
    const { body } = await mara.form(setPhoto.path, [{ name: 'photo', fileName: 'me.jpg', bytes }])
    return (body as unknown as { photoUrl: string }).photoUrl
  }
  const [first, second] = [await uploadPhoto(), await uploadPhoto()]

  const stale = await w.visitor().send('GET', first)
  const current = await w.visitor().send('GET', second)
  const removed = await mara.call(removePhoto)
  const deleted = await w.visitor().send('GET', second)

  expect([stale.statusCode, current.statusCode, deleted.statusCode]).toEqual([404, 200, 404])
  expect(removed.body.photoUrl).toBeNull()
})

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')],
  ['HTML', Buffer.from('<script>alert(1)</script>')],
  ['an empty file', Buffer.alloc(0)],
])('%s is not a valid photo', async (_, bytes) => {
  const w = await createTestApp()
  const mara = await w.creator()

  const response = await mara.form(setPhoto.path, [{ name: 'photo', fileName: 'me.png', bytes }])

  expect([response.status, (await mara.call(getAccount)).body.photoUrl]).toEqual([415, null])
})

test('a photo of more than 25 megapixels is rejected before decoding', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const bytes = declaredPng(5_100, 5_000)

  const { status, body } = await mara.form(setPhoto.path, [{ name: 'photo', fileName: 'me.png', bytes }])

  const sentence = 'The photo has too many pixels. Use an image of up to 25 megapixels.'
  expect([status, body]).toEqual([
    415,
    { code: 'unsupported_media_type', message: sentence, fields: { photo: sentence } },
  ])
})

test('the eleventh photo in an hour is refused', { tags: ['long'] }, async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const bytes = await picture()
  const uploadPhoto = async () =>
    (await mara.form(setPhoto.path, [{ name: 'photo', fileName: 'me.jpg', bytes }])).status
  const statuses: Array<number> = []
  for (let number = 1; number <= 11; number++) statuses.push(await uploadPhoto())

  w.clock.advance(3_600_001)

  expect(statuses).toEqual([...Array(10).fill(200), 429])
  expect(await uploadPhoto()).toBe(200)
})

test('a photo’s URL serves no other files', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await mara.publishFile()

  for (const id of ['../files', '%2e%2e%2ffiles', '0', '-1', 'x'])
    expect([400, 404]).toContain((await w.visitor().send('GET', `/api/photos/${id}`)).statusCode)
  expect((await w.visitor().call(getPhoto, { params: { id: 12_345 } })).status).toBe(404)
})

test('sessions are listed with their device, the current one first', async () => {
  const w = await createTestApp()
  const phone = await w.creator()
  const laptop = await w.creator()

  const { body } = await laptop.call(listSessions)

  expect(body.map(({ isCurrent }) => isCurrent)).toEqual([true, false])
  expect(body[0]).toMatchObject({ device: expect.any(String), signedInAt: expect.any(String) })
  expect((await phone.call(listSessions)).body[0]?.id).toBe(body[1]?.id)
})

test('a session ended elsewhere is signed out at once', async () => {
  const w = await createTestApp()
  const [phone, laptop] = [await w.creator(), await w.creator()]
  const [, other] = (await laptop.call(listSessions)).body

  const remaining = await laptop.call(endSession, { params: { id: other?.id } })

  expect(remaining.body).toHaveLength(1)
  expect((await phone.call(getUser)).status).toBe(401)
  expect((await laptop.call(getUser)).status).toBe(200)
})

test('ending all other sessions keeps the current one', async () => {
  const w = await createTestApp()
  const others = [await w.creator(), await w.creator()]
  const here = await w.creator()

  const remaining = await here.call(endOtherSessions)

  expect(remaining.body.map(({ isCurrent }) => isCurrent)).toEqual([true])
  for (const other of others) expect((await other.call(getUser)).status).toBe(401)
})

test('another user’s session is reported as missing', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const nils = await w.creator('nils@example.com')
  const [own] = (await nils.call(listSessions)).body

  const theirs = await mara.call(endSession, { params: { id: own?.id } })
  const unknownSession = await mara.call(endSession, { params: { id: 'none' } })

  expect([theirs.status, theirs.body]).toEqual([404, unknownSession.body])
  expect((await nils.call(getUser)).status).toBe(200)
})

test('the tip page shows the handle and photo', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  const item = await mara.publishText()
  await mara.call(updateProfile, { body: { firstName, handle: 'mara' } })
  await mara.form(setPhoto.path, [{ name: 'photo', fileName: 'me.jpg', bytes: await picture() }])

  const { body } = await w.visitor().call(getContent, { params: { id: item.id } })

  expect(body.user).toEqual({
    firstName,
    email: null,
    handle: 'mara',
    bio: '',
    photoUrl: expect.stringMatching(/^\/api\/photos\/\d+$/),
  })
})
