import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createContent, deleteContent, getContent } from '../../../../contract/content.ts'
import { bulkPublish, getContentForEditing, setContentStatus } from '../../../../contract/content-editing.ts'
import { listMoreFromCreator } from '../../../../contract/creators.ts'
import { refundSale } from '../../../../contract/sales.ts'
import { getStorage } from '../../../../contract/uploads.ts'
import { partsFixture, type TypedPart } from '../../../../tests/support/parts-fixture.ts'
import { upgradeToPro } from '../../../../tests/support/test-app/subscription-client.ts'
import { contentItems, contentParts, files } from '../../../db/schema/index.ts'
import { deleteUnreferencedFiles } from './update-content.ts'

const link: TypedPart = { kind: 'link', url: 'https://example.com/private', name: 'The stems' }
const text: TypedPart = { kind: 'text', text: 'Salt, flour, water.', section: 'Notes' }
const dayMs = 24 * 3_600_000

test('an item of a file, a link and a text has the specified fields of the first part', async () => {
  const { w, file, create, partsOf } = await partsFixture()

  const { status, body } = await create([{ ...(await file('loops.zip')), access: 'stream' }, link, text])

  expect(status).toBe(200)
  expect(body).toMatchObject({ kind: 'file', accessType: 'stream', fileName: 'loops.zip', fileSize: 18 })
  expect(await partsOf(body.id)).toMatchObject([
    { kind: 'file', position: 1, name: 'loops.zip', access: 'stream', size: 18, url: null },
    { kind: 'link', position: 2, name: 'The stems', access: 'link', url: 'https://example.com/private' },
    { kind: 'text', position: 3, name: '', section: 'Notes', access: 'view', text: 'Salt, flour, water.' },
  ])
  const { bytes, body: page } = await w.visitor().call(getContent, { params: { id: body.id } })
  expect(page.parts).toEqual([
    {
      kind: 'file',
      name: 'loops.zip',
      section: '',
      access: 'stream',
      size: 18,
      seconds: null,
      isPreviewed: false,
    },
    {
      kind: 'link',
      name: 'The stems',
      section: '',
      access: 'link',
      size: null,
      seconds: null,
      isPreviewed: false,
    },
    {
      kind: 'text',
      name: '',
      section: 'Notes',
      access: 'view',
      size: null,
      seconds: null,
      isPreviewed: false,
    },
  ])
  expect(page).toMatchObject({ partCounts: { file: 1, link: 1, text: 1 }, totalSize: 18 })
  expect(String(bytes)).not.toMatch(/example\.com\/private|flour/)
})

test('the part of which the free preview was cut says so once it is there', async () => {
  const { w, file, create } = await partsFixture()
  const { body } = await create([await file('loops.zip'), link, text], { teaserWords: '2' })
  const previewed = async () => {
    const { body: page } = await w.visitor().call(getContent, { params: { id: body.id } })
    return page.parts.map(({ isPreviewed }) => isPreviewed)
  }

  expect(await previewed()).toEqual([false, false, false])
  await w.runTeaserJobs()

  expect(await previewed()).toEqual([false, false, true])
})

test('a card counts all parts of its item, and what was removed no longer', async () => {
  const { w, file, mara, create, edit, partsOf } = await partsFixture()
  const { body } = await create([await file('a.mp3', 'first'), await file('b.mp3', 'second'), text])
  const other = await mara.publishText({ title: 'Tides' })
  const cards = async () =>
    (await w.visitor().call(listMoreFromCreator, { params: { id: other.id } })).body.items

  expect(await cards()).toMatchObject([{ partCounts: { file: 2, link: 0, text: 1 }, totalSize: 11 }])
  const [a] = await partsOf(body.id)
  await edit(body.id, [{ kind: 'file', id: a?.id }])

  expect(await cards()).toMatchObject([{ partCounts: { file: 1, link: 0, text: 0 }, totalSize: 5 }])
})

test('parts are reordered, renamed, replaced, added and removed in one edit', async () => {
  const { w, file, create, edit, partsOf } = await partsFixture()
  const { body } = await create([await file('a.mp3', 'first'), await file('b.mp3', 'second'), link, text])
  const [a, b, , words] = await partsOf(body.id)

  const edited = await edit(body.id, [
    { ...text, id: words?.id, text: 'More salt.' },
    { kind: 'file', id: b?.id, name: 'Chapter 2/3' },
    { ...(await file('c.mp3', 'third')), id: a?.id },
    await file('d.mp3', 'fourth'),
  ])

  expect(edited.status).toBe(200)
  expect(await partsOf(body.id)).toMatchObject([
    { id: words?.id, position: 1, kind: 'text', text: 'More salt.' },
    { id: b?.id, position: 2, name: 'Chapter 2-3.mp3', size: 6 },
    { id: a?.id, position: 3, name: 'c.mp3', size: 5 },
    { position: 4, name: 'd.mp3', size: 6 },
  ])
  const stored = await w.db.select().from(files)
  expect(stored.filter((row) => row.unreferencedSince !== null).map(({ name }) => name)).toEqual(['a.mp3'])
  expect((await w.db.select().from(contentParts)).filter(({ removedAt }) => removedAt)).toMatchObject([
    { kind: 'link', position: null },
  ])
})

test('a form without a list changes the first part and leaves the others', async () => {
  const { file, create, edit, partsOf } = await partsFixture()
  const { body } = await create([await file('a.mp3'), link, text])
  const before = await partsOf(body.id)

  const titled = await edit(body.id, undefined, { title: 'Tides' })
  const replaced = await edit(body.id, undefined, { uploadId: (await file('b.mp3')).uploadId ?? '' })

  expect([titled.status, replaced.status]).toEqual([200, 200])
  expect(replaced.body).toMatchObject({ title: 'Tides', fileName: 'b.mp3' })
  const after = await partsOf(body.id)
  expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  expect(after.slice(1)).toEqual(before.slice(1))
})

test.each<[string, Array<TypedPart> | string, string]>([
  ['no part', [], 'An item has 1 to 100 parts'],
  ['101 parts', Array.from({ length: 101 }, () => text), 'An item has 1 to 100 parts'],
  ['no list', '{"kind":"text"}', 'Not a list of parts'],
  ['no JSON', '[', 'Not a list of parts'],
  ['an unknown kind', '[{"kind":"font"}]', 'This value must be one of file, link, text'],
  ['a NUL', JSON.stringify([{ ...text, text: 'a\0b' }]), 'This text contains a character we can’t save'],
  ['half of a character', JSON.stringify([{ ...text, name: '\ud800' }]), 'This text contains a character'],
  [
    'the same name twice',
    [link, { ...link, kind: 'link' }],
    'Two parts of a section can’t have the same name',
  ],
  ['an empty link', [text, { kind: 'link', url: '' }], 'Please enter a link'],
  [
    'a script as a link',
    [text, { kind: 'link', url: 'javascript:alert(1)' }],
    'Enter a link that starts with',
  ],
  ['an empty text', [link, { kind: 'text', text: ' ' }], 'Please enter some text'],
  [
    'texts that are too long together',
    [
      { kind: 'text', text: 'x'.repeat(60_000) },
      { kind: 'text', text: 'x'.repeat(60_000) },
    ],
    'Use 100000 characters or fewer in all texts together',
  ],
  ['a part of another item', [{ ...text, id: 7 }], 'This part was removed'],
])('%s is refused', async (_, parts, message) => {
  const { w, mara } = await partsFixture()

  const { status, body } = await mara.form(createContent.path, [
    { name: 'title', value: 'Loops' },
    { name: 'price', value: '10.00' },
    { name: 'parts', value: typeof parts === 'string' ? parts : JSON.stringify(parts) },
  ])

  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(message)
  expect(await w.db.$count(contentItems)).toBe(0)
})

test('an upload can be only one part, of one item', async () => {
  const { w, file, create } = await partsFixture()
  const part = await file('a.mp3')

  const twice = await create([part, { ...part, name: 'Again' }])
  const once = await create([part])
  const repeated = await create([part])
  const stolen = await create([await file('b.mp3'), part])

  expect(twice.body).toMatchObject({ message: 'Each part can be in the list only once' })
  expect(once.status).toBe(200)
  expect(repeated.body.id).toBe(once.body.id)
  expect(stolen.status).toBe(404)
  expect(await w.db.$count(contentItems)).toBe(1)
})

test('a draft may have a part without its file, and is published only once it is there', async () => {
  const { mara, file, create, edit, partsOf } = await partsFixture()
  const { body } = await create([await file('a.mp3'), { kind: 'file' }], { status: 'draft' })
  const publish = () =>
    mara.call(setContentStatus, { params: { id: body.id }, body: { status: 'published' } })

  const early = await publish()
  const [first, second] = await partsOf(body.id)
  await edit(body.id, [
    { kind: 'file', id: first?.id },
    { ...(await file('b.mp3')), id: second?.id },
  ])
  const late = await publish()

  expect(early.status).toBe(400)
  expect(early.body).toMatchObject({ message: 'Please select a file to upload' })
  expect(late.body).toMatchObject({ status: 'published' })
})

test('a part keeps its kind', async () => {
  const { create, edit, partsOf } = await partsFixture()
  const { body } = await create([text, link])
  const [first] = await partsOf(body.id)

  const { status, body: answer } = await edit(body.id, [{ ...link, id: first?.id }])

  expect(status).toBe(400)
  expect(answer).toMatchObject({ fields: { parts: expect.stringContaining('change a part’s type') } })
})

test('another creator can’t edit or read the parts', async () => {
  const { w, create, partsOf } = await partsFixture()
  const { body } = await create([text, link])
  const [first] = await partsOf(body.id)
  const nils = await w.creator('nils@example.com')
  const own = await nils.publishText()

  const params = { params: { id: body.id } }
  const edited = await nils.form(
    `/api/content/${own.id}`,
    [{ name: 'parts', value: JSON.stringify([{ ...text, id: first?.id }]) }],
    'PATCH',
  )

  expect((await nils.call(getContentForEditing, params)).status).toBe(404)
  expect(edited.status).toBe(400)
  expect(await partsOf(body.id)).toMatchObject([{ id: first?.id, text: 'Salt, flour, water.' }, {}])
})

test('each file counts toward the quota, a removed one as long as an earlier buyer has it', async () => {
  const { w, mara, file, create, edit, partsOf, sells } = await partsFixture()
  const usedBytes = async () => (await mara.call(getStorage)).body.usedBytes
  const sweep = async () => {
    w.clock.advance(2 * dayMs)
    await deleteUnreferencedFiles(w.ports)
    w.clock.advance(2 * dayMs)
    await deleteUnreferencedFiles(w.ports)
  }
  const { body } = await create([
    await file('a.bin', 'x'.repeat(1_000)),
    await file('b.bin', 'x'.repeat(200)),
    await file('c.bin', 'x'.repeat(30)),
  ])
  const [a, b, c] = await partsOf(body.id)
  const all = await usedBytes()

  await edit(
    body.id,
    [a, b].map((part) => ({ kind: 'file', id: part?.id })),
  )
  await sweep()
  const withoutUnsold = await usedBytes()
  const { purchaseId } = await sells(body.id)
  w.clock.advance(1_000)
  await edit(body.id, [{ kind: 'file', id: a?.id }])
  await sweep()
  const whileBought = await usedBytes()
  await mara.call(refundSale, {
    params: { id: purchaseId },
    body: { amount: '10.00', refunded: '0.00', reason: '' },
  })
  await sweep()

  expect([all, withoutUnsold, whileBought, await usedBytes()]).toEqual([1_230, 1_200, 1_200, 1_000])
  expect(
    await w.db
      .select()
      .from(contentParts)
      .where(eq(contentParts.id, c?.id ?? 0)),
  ).toEqual([])
})

test('a deleted item without buyers loses the bytes and texts of all its parts', async () => {
  const { w, mara, file, create } = await partsFixture()
  const { body } = await create([await file('a.mp3'), text, await file('b.mp3'), link])

  await mara.call(deleteContent, { params: { id: body.id } })
  for (let round = 0; round < 2; round++) {
    w.clock.advance(2 * dayMs)
    await deleteUnreferencedFiles(w.ports)
  }

  expect(await w.db.select().from(files)).toEqual([])
  const parts = await w.db.select().from(contentParts)
  expect(parts.map(({ fileId, text: words }) => [fileId, words])).toEqual(
    expect.arrayContaining([
      [null, null],
      [null, ''],
    ]),
  )
})

test('the parts that earlier buyers keep are bounded', async () => {
  const { create, edit } = await partsFixture()
  const { body } = await create([text])
  const many = () => Array.from({ length: 100 }, (): TypedPart => ({ ...text }))

  const statuses: Array<number> = []
  for (let round = 0; round < 4; round++) statuses.push((await edit(body.id, many())).status)

  expect(statuses).toEqual([200, 200, 400, 400])
})

test('a bulk publish still makes an item of one part for each file', async () => {
  const { w, mara, file } = await partsFixture()
  await upgradeToPro(mara)
  const uploads = [await file('a.mp3'), await file('b.mp3')]

  const { body } = await mara.call(bulkPublish, {
    body: {
      price: '10.00',
      items: uploads.map(({ uploadId }) => ({ uploadId, title: 'Loops' })),
    },
  })

  expect(body.results.map(({ content }) => content?.fileName)).toEqual(['a.mp3', 'b.mp3'])
  expect((await w.db.select().from(contentParts)).map(({ position }) => position)).toEqual([1, 1])
})

test('the database holds one part at each place of an item', async () => {
  const { w, create } = await partsFixture()
  const { body } = await create([text])

  const second = w.db.insert(contentParts).values({
    contentId: body.id,
    position: 1,
    kind: 'text',
    text: 'x',
    access: 'view',
    addedAt: w.clock.now(),
  })

  await expect(second).rejects.toMatchObject({
    cause: { constraint: 'content_parts_content_id_position_key' },
  })
})

test('a form that is repeated after a lost answer makes one item, whatever part comes first', async () => {
  const { file, create } = await partsFixture()
  const parts = [{ kind: 'link', url: 'https://example.com' } as const, await file('a.mp3')]

  const first = await create(parts)
  const repeated = await create(parts)

  expect([first.status, repeated.status]).toEqual([200, 200])
  expect(repeated.body.id).toBe(first.body.id)
})
