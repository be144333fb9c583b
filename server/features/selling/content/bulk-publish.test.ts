import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { listContent } from '../../../../contract/content.ts'
import { bulkPublish } from '../../../../contract/content-editing.ts'
import { limits } from '../../../../contract/limits.ts'
import { downloadContent } from '../../../../contract/purchases.ts'
import { cancelSubscription } from '../../../../contract/subscriptions.ts'
import { upgradeToPro } from '../../../../tests/support/test-app/subscription-client.ts'
import { uploadFixture } from '../../../../tests/support/tus-client.ts'

const sharedFields = {
  status: 'published',
  description: 'Field recordings',
  pricingModel: 'fixed',
  price: '5.00',
  minimumPrice: '',
  category: 'music',
  accessType: 'download',
  suggestedAmounts: '',
  suggestedAmount: '',
  showSupporters: 'false',
} as const

/** A Pro creator, and a function that uploads a whole file. */
async function proFixture() {
  const fixture = await uploadFixture()
  await upgradeToPro(fixture.mara)
  const uploadFile = async (bytes: Buffer, name = 'loops.zip') => {
    const { id } = await fixture.begins(bytes.length, name)
    await fixture.sends(id, 0, bytes)
    return id
  }
  return { ...fixture, uploadFile }
}

test('many files become separate items with shared fields and their own titles', async () => {
  const { w, mara, uploadFile } = await proFixture()
  const [dusk, dawn] = [randomBytes(4_000), randomBytes(5_000)]
  const items = [
    { uploadId: await uploadFile(dusk, 'dusk.wav'), title: 'Dusk' },
    { uploadId: await uploadFile(dawn, 'dawn.wav'), title: 'Dawn' },
  ]

  const { status, body } = await mara.call(bulkPublish, { body: { ...sharedFields, items } })

  expect(status).toBe(200)
  expect(
    body.results.map(({ content, error }) => [content?.title, content?.fileName, content?.price, error]),
  ).toEqual([
    ['Dusk', 'dusk.wav', 5, null],
    ['Dawn', 'dawn.wav', 5, null],
  ])
  const fan = w.visitor()
  const id = body.results[1]?.content?.id ?? 0
  await fan.purchase(id)
  expect((await fan.call(downloadContent, { params: { id } })).bytes.equals(dawn)).toBe(true)
})

test('an error of one file does not affect the others', async () => {
  const { mara, begins, uploadFile } = await proFixture()
  const half = await begins(1_000)
  const items = [
    { uploadId: 'nobody', title: 'Lost' },
    { uploadId: half.id, title: 'Half' },
    { uploadId: await uploadFile(randomBytes(100)), title: ' ' },
    { uploadId: await uploadFile(randomBytes(100)), title: 'Whole' },
  ]

  const { body } = await mara.call(bulkPublish, { body: { ...sharedFields, items } })

  expect(body.results.map(({ uploadId, error }) => [uploadId, error?.code])).toEqual([
    ['nobody', 'not_found'],
    [half.id, 'conflict'],
    [items[2]?.uploadId, 'invalid_input'],
    [items[3]?.uploadId, undefined],
  ])
  expect(body.results[2]?.error?.fields).toEqual({ title: 'Enter a title' })
  expect((await mara.call(listContent)).body.map(({ title }) => title)).toEqual(['Whole'])
})

test('a repeated request after a lost response creates no second item', async () => {
  const { mara, uploadFile } = await proFixture()
  const uploadId = await uploadFile(randomBytes(100))
  const body = { ...sharedFields, items: [{ uploadId, title: 'Dusk' }] }

  const first = await mara.call(bulkPublish, { body })
  const again = await mara.call(bulkPublish, { body })

  expect(again.body).toEqual(first.body)
  expect((await mara.call(listContent)).body).toHaveLength(1)
})

test('without Pro nothing is published, and the uploads can still be used for single items', async () => {
  const { mara, begins, sends, publish } = await uploadFixture()
  const { id } = await begins(100)
  await sends(id, 0, randomBytes(100))

  const refused = await mara.call(bulkPublish, {
    body: { ...sharedFields, items: [{ uploadId: id, title: 'Dusk' }] },
  })

  expect([refused.status, refused.body]).toMatchObject([
    403,
    { code: 'upgrade_required', message: 'Bulk upload is part of Pro. Upgrade to use it.' },
  ])
  expect((await mara.call(listContent)).body).toEqual([])
  expect((await publish(id)).status).toBe(200)
})

test('a canceled Pro can bulk publish until its period ends', async () => {
  const { mara, uploadFile } = await proFixture()
  await mara.call(cancelSubscription)

  const { status } = await mara.call(bulkPublish, {
    body: { ...sharedFields, items: [{ uploadId: await uploadFile(randomBytes(100)), title: 'Dusk' }] },
  })

  expect(status).toBe(200)
})

test("another creator's upload is reported as missing", async () => {
  const { w, mara, begins, sends } = await uploadFixture()
  const jonas = await w.creator('jonas@example.com')
  await upgradeToPro(jonas)
  const { id } = await begins(100)
  await sends(id, 0, randomBytes(100))
  const items = [
    { uploadId: id, title: 'Mine now' },
    { uploadId: 'f'.repeat(32), title: 'Nobody’s' },
  ]

  const { body } = await jonas.call(bulkPublish, { body: { ...sharedFields, items } })

  const [stolen, unknown] = body.results.map(({ error }) => error)
  expect(stolen).toEqual(unknown)
  expect(stolen?.code).toBe('not_found')
  expect((await mara.call(listContent)).body).toEqual([])
})

test.each([
  [{ price: '' }, 'price'],
  [{ price: '0.001' }, 'price'],
  [{ pricingModel: 'pay_what_you_want', price: '0' }, 'minimumPrice'],
  [{ items: [] }, 'items'],
  [{ items: Array(limits.maxBulkItems + 1).fill({ uploadId: 'x', title: 'x' }) }, 'items'],
] as const)(
  'an error in the shared fields (%o) is returned once, at its field',
  async (invalidFields, field) => {
    const { mara, uploadFile } = await proFixture()
    const items = [{ uploadId: await uploadFile(randomBytes(100)), title: 'Dusk' }]

    const response = await mara.send('POST', bulkPublish.path, {
      payload: { ...sharedFields, items, ...invalidFields },
    })

    expect(response.statusCode).toBe(400)
    expect(Object.keys(response.json().fields)).toEqual([field])
    expect((await mara.call(listContent)).body).toEqual([])
  },
)

test('many drafts are on the dashboard and have no page', async () => {
  const { w, mara, uploadFile } = await proFixture()
  const items = [{ uploadId: await uploadFile(randomBytes(100)), title: 'Dusk' }]

  const { body } = await mara.call(bulkPublish, {
    body: { ...sharedFields, status: 'draft', price: '', category: 'masterclass', items },
  })

  const [result] = body.results
  expect(result?.content).toMatchObject({ status: 'draft', category: 'masterclass' })
  expect((await w.visitor().send('GET', `/api/content/${result?.content?.id}`)).statusCode).toBe(404)
})
