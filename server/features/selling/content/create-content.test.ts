import { expect, test } from 'vitest'
import {
  createContent,
  deleteContent,
  getContent,
  getPreviewImage,
  listContent,
} from '../../../../contract/content.ts'
import type { Part } from '../../../../tests/support/test-app/http-client.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'

async function contentFixture() {
  const w = await createTestApp()
  const creator = await w.creator()
  const fields = (overrides: Record<string, string>): Array<Part> =>
    Object.entries({ title: 'Harbour loops', price: '10.00', ...overrides }).map(([name, value]) => ({
      name,
      value,
    }))
  const upload = (parts: Array<Part>) => creator.form(createContent.path, parts)
  return { w, creator, fields, upload }
}

const file: Part = { name: 'file', fileName: 'loops.zip', bytes: Buffer.from('the very bytes') }

test('a file is published with its name, size and price', async () => {
  const { w, creator, fields, upload } = await contentFixture()

  const { status, body } = await upload([
    ...fields({ description: 'Ten loops.', category: 'music', accessType: 'stream' }),
    file,
  ])

  expect(status).toBe(200)
  const page = await w.visitor().call(getContent, { params: { id: body.id } })
  expect(page.body).toEqual({
    brand: null,
    bundle: null,
    copies: null,
    release: null,
    hasOwnerPrice: false,
    itemCount: null,
    asksForEmail: false,
    freeCount: null,
    isFreePaused: false,
    isUnavailable: false,
    id: body.id,
    tipAddress: `/p/${body.id}`,
    kind: 'file',
    title: 'Harbour loops',
    description: 'Ten loops.',
    pricingModel: 'fixed',
    category: 'music',
    accessType: 'stream',
    currency: 'USD',
    fileName: 'loops.zip',
    fileSize: 14,
    parts: [
      {
        kind: 'file',
        name: 'loops.zip',
        section: '',
        access: 'stream',
        size: 14,
        seconds: null,
        isPreviewed: false,
      },
    ],
    partCounts: { file: 1, link: 0, text: 0 },
    totalSize: 14,
    pond: { seed: expect.any(Number), rings: 0 },
    previewImage: null,
    previewFocus: { x: 50, y: 50 },
    suggestedAmounts: [],
    suggestedAmount: null,
    supporters: null,
    typicalAmount: null,
    isPaidByMost: false,
    shareImageUrl: expect.stringMatching(/^\/p\/\d+\/card\.png\?v=\w{16}$/),
    createdAt: '2026-03-01T12:00:00.000Z',
    tipCount: 0,
    price: '10.00',
    minimumPrice: null,
    minimumChargeAmount: '10.00',
    totalEarnings: null,
    whatsInside: [],
    teaser: null,
    user: { firstName: null, email: 'mara@example.com', handle: null, photoUrl: null, bio: '' },
  })
  expect((await creator.call(listContent)).body).toMatchObject([
    { id: body.id, price: 10, status: 'published' },
  ])
})

test('the file may precede its fields', async () => {
  const { fields, upload } = await contentFixture()

  const { status, body } = await upload([file, ...fields({})])

  expect(status).toBe(200)
  expect(body).toMatchObject({ fileName: 'loops.zip', fileSize: 14, title: 'Harbour loops' })
})

test('a link and a text are published without a file', async () => {
  const { creator } = await contentFixture()

  const link = await creator.publishLink()
  const text = await creator.publishText()

  expect(link).toMatchObject({ kind: 'link', accessType: 'link', fileName: null })
  expect(text).toMatchObject({ kind: 'text', accessType: 'view', fileName: null })
})

test('a pay-what-you-want item shows its minimum price', async () => {
  const { w, creator } = await contentFixture()

  const item = await creator.publishText({
    price: '0',
    pricingModel: 'pay_what_you_want',
    minimumPrice: '2.50',
  })

  const { body } = await w.visitor().call(getContent, { params: { id: item.id } })
  expect(body).toMatchObject({ price: '2.50', minimumPrice: '2.50', minimumChargeAmount: '2.50' })
})

test.each<[Record<string, string>, string, string]>([
  [{ title: '' }, 'title', 'Please fill in title and price'],
  [{ title: '   ' }, 'title', 'Please fill in title and price'],
  [{ price: '' }, 'price', 'Please fill in title and price'],
  [
    { pricingModel: 'pay_what_you_want' },
    'minimumPrice',
    'Please set a minimum price for pay-what-you-want content',
  ],
  [{ kind: 'link' }, 'linkUrl', 'Please enter a link'],
  [
    { kind: 'link', linkUrl: 'javascript:alert(1)' },
    'linkUrl',
    'Enter a link that starts with https:// or http://',
  ],
  [
    { kind: 'link', linkUrl: 'data:text/html,x' },
    'linkUrl',
    'Enter a link that starts with https:// or http://',
  ],
  [
    { kind: 'link', linkUrl: 'file:///etc/passwd' },
    'linkUrl',
    'Enter a link that starts with https:// or http://',
  ],
  [{ kind: 'text', textContent: ' \n ' }, 'textContent', 'Please enter some text'],
  [{}, 'file', 'Please select a file to upload'],
  [{ price: '0' }, 'price', 'Enter a price from $0.01 to $999,999.99'],
  [{ price: '0.001' }, 'price', 'Enter a price from $0.01 to $999,999.99'],
  [{ price: '1000000' }, 'price', 'Enter a price from $0.01 to $999,999.99'],
  [{ price: '-1' }, 'price', 'Enter an amount like 5.00'],
  [{ title: 'x'.repeat(201) }, 'title', 'Use 200 characters or fewer'],
])('the form %j has an error at %s', async (overrides, field, message) => {
  const { creator, fields, upload } = await contentFixture()

  const { status, body } = await upload(fields(overrides))

  expect(status).toBe(400)
  expect(body).toMatchObject({
    code: 'invalid_input',
    message,
    fields: { [field]: expect.any(String) },
  })
  expect((await creator.call(listContent)).body).toEqual([])
})

test('a draft needs only a title, and only its creator can see it', async () => {
  const { w, creator, fields, upload } = await contentFixture()

  const { status, body } = await upload(fields({ status: 'draft', price: '' }))

  expect(status).toBe(200)
  expect((await creator.call(listContent)).body).toMatchObject([{ id: body.id, status: 'draft' }])
  const page = await w.visitor().call(getContent, { params: { id: body.id } })
  expect(page.status).toBe(404)
  expect(page.body).toEqual({ code: 'not_found', message: 'Content Not Found' })
})

test.each(['id', 'creatorId', 'tipCount', 'feeBps', 'plan', 'currency'])(
  'a form with the extra field %s is rejected by name and publishes nothing',
  async (name) => {
    const { creator, fields, upload } = await contentFixture()

    const { status, body } = await upload([...fields({}), { name, value: '7' }, file])

    expect(status).toBe(400)
    expect(body).toMatchObject({ message: `This form has no field “${name}”.` })
    expect((await creator.call(listContent)).body).toEqual([])
  },
)

test('a deleted item is not listed, and its page is 404', async () => {
  const { w, creator } = await contentFixture()
  const item = await creator.publishText()

  const response = await creator.call(deleteContent, { params: { id: item.id } })
  const again = await creator.call(deleteContent, { params: { id: item.id } })

  expect(response.body).toEqual({ deleted: true })
  expect(again.status).toBe(404)
  expect((await creator.call(listContent)).body).toEqual([])
  expect((await w.visitor().call(getContent, { params: { id: item.id } })).status).toBe(404)
})

test('another creator’s item cannot be deleted and is reported as missing', async () => {
  const { w, creator } = await contentFixture()
  const item = await creator.publishText()
  const other = await w.creator('nils@example.com')

  const theirs = await other.call(deleteContent, { params: { id: item.id } })
  const unknown = await other.call(deleteContent, { params: { id: 12_345 } })
  const signedOut = await w.visitor().call(deleteContent, { params: { id: item.id } })

  expect([theirs.status, unknown.status, signedOut.status]).toEqual([404, 404, 401])
  expect(theirs.body).toEqual(unknown.body)
  expect((await w.visitor().call(getContent, { params: { id: item.id } })).status).toBe(200)
})

test('creators see only their own items', async () => {
  const { w, creator } = await contentFixture()
  const item = await creator.publishText()

  const other = await w.creator('nils@example.com')

  expect((await other.call(listContent)).body).toEqual([])
  expect((await creator.call(listContent)).body.map(({ id }) => id)).toEqual([item.id])
})

test('the preview image of an item without one gets 404', async () => {
  const { w, creator } = await contentFixture()
  const item = await creator.publishText()

  expect((await w.visitor().call(getPreviewImage, { params: { id: item.id } })).status).toBe(404)
})
