import { getTableColumns } from 'drizzle-orm'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { updateProfile } from '../../../../contract/accounts.ts'
import { deleteContent } from '../../../../contract/content.ts'
import { setPayoutCountry, setPayoutMethod } from '../../../../contract/payouts.ts'
import { exportAccount, setPhoto } from '../../../../contract/settings.ts'
import { freeFixture } from '../../../../tests/support/free-fixture.ts'
import { partsFixture } from '../../../../tests/support/parts-fixture.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { unzip } from '../../../../tests/support/unzip.ts'
import { users } from '../../../db/schema/index.ts'
import { exportedUserColumns, withheldUserColumns } from './export-account.ts'

async function exportFixture() {
  const w = await createTestApp()
  const mara = await w.creator()
  await mara.call(updateProfile, { body: { firstName: 'Mara', handle: 'mara' } })
  const file = await mara.publishFile({ title: '=1+1' })
  const text = await mara.publishText({ title: 'Bread', price: '5.00' })
  await w.visitor().purchase(file.id, { email: 'fan@example.com' })
  const nils = await w.creator('nils@example.com')
  await nils.publishText({ title: 'Not Mara’s' })
  const answer = await mara.call(exportAccount)
  return { w, mara, file, text, answer, files: unzip(answer.bytes) }
}

const rows = (bytes: Buffer | undefined) => JSON.parse(String(bytes))

test('the zip has the account, its items with files, its sales, ledger entries and payouts', async () => {
  const { answer, files, file } = await exportFixture()

  expect(answer.headers['content-disposition']).toContain('filename="tipdrop-2026-03-01.zip"')
  expect(answer.headers['cache-control']).toBe('private, no-store')
  expect([...files.keys()].toSorted()).toEqual([
    'account.json',
    'api_keys.csv',
    'api_keys.json',
    'discounts.csv',
    'discounts.json',
    `files/${file.id}-loops.zip`,
    'followers.csv',
    'followers.json',
    'items.csv',
    'items.json',
    'ledger.csv',
    'ledger.json',
    'license_keys.csv',
    'license_keys.json',
    'messages.csv',
    'messages.json',
    'notification_devices.csv',
    'notification_devices.json',
    'parts.csv',
    'parts.json',
    'payees.csv',
    'payees.json',
    'payout_method.csv',
    'payout_method.json',
    'payouts.csv',
    'payouts.json',
    'sales.csv',
    'sales.json',
    'unused_license_keys.csv',
    'unused_license_keys.json',
    'versions.csv',
    'versions.json',
    'webhook_endpoints.csv',
    'webhook_endpoints.json',
  ])
  expect(String(files.get(`files/${file.id}-loops.zip`))).toBe('the very bytes')
})

test('the export lists all stored data, as CSV and JSON', async () => {
  const { files, file, text } = await exportFixture()

  expect(rows(files.get('account.json'))).toMatchObject({
    email: 'mara@example.com',
    displayName: 'Mara',
    handle: 'mara',
    plan: 'creator',
  })
  expect(
    rows(files.get('items.json'))
      .map(({ id }: { id: number }) => id)
      .toSorted(),
  ).toEqual([file.id, text.id].toSorted())
  expect(rows(files.get('sales.json'))).toEqual([
    expect.objectContaining({ buyer: 'fan@example.com', amount: '10.00', fee: '2.00', title: '=1+1' }),
  ])
  expect(rows(files.get('ledger.json'))).toEqual([
    expect.objectContaining({ kind: 'sale', amount: '8.00', currency: 'USD' }),
  ])
  expect(rows(files.get('payouts.json'))).toEqual([])
})

test('each column of users is in the export or listed as withheld, never both', () => {
  const listed = [...Object.keys(exportedUserColumns), ...Object.keys(withheldUserColumns)]

  expect(listed.toSorted()).toEqual(Object.keys(getTableColumns(users)).toSorted())
  expect(new Set(Object.values(exportedUserColumns)).size).toBe(Object.keys(exportedUserColumns).length)
})

test('the columns of the CSV files are those of the JSON files', async () => {
  const { files } = await exportFixture()

  for (const name of ['items', 'parts', 'sales', 'ledger']) {
    const [header = ''] = String(files.get(`${name}.csv`))
      .replace('\uFEFF', '')
      .split(/\r?\n/)
    expect(header.replaceAll('"', '').split(',')).toEqual(Object.keys(rows(files.get(`${name}.json`))[0]))
  }
})

test('the export has the country, the creator page and the photo, and payout details only masked', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  await mara.call(setPayoutCountry, { body: { country: 'DE' } })
  await mara.call(setPayoutMethod, { body: { payoutMethod: 'paypal', payoutEmail: 'mara@paypal.example' } })
  await mara.call(updateProfile, { body: { firstName: 'Mara', handle: 'mara', bio: 'Slow music.' } })
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#0e6b4a' } })
    .png()
    .toBuffer()
  await mara.form(setPhoto.path, [{ name: 'photo', fileName: 'me.png', bytes }])

  const files = unzip((await mara.call(exportAccount)).bytes)
  const account = rows(files.get('account.json'))

  expect(account).toMatchObject({ country: 'DE', bio: 'Slow music.', payoutMethod: 'paypal', role: null })
  expect(account.payoutAddress).toBeTruthy()
  expect(String(files.get('account.json'))).not.toContain('mara@paypal.example')
  expect(files.get('images/photo.webp')?.subarray(8, 12).toString()).toBe('WEBP')
})

test('the export’s CSV is safe in spreadsheets', async () => {
  const { files } = await exportFixture()

  expect(String(files.get('items.csv'))).toContain("'=1+1")
  expect(String(files.get('items.csv'))).not.toContain(',=1+1')
})

test('the export has no other creator’s data', async () => {
  const { files } = await exportFixture()

  const all = [...files.values()].map(String).join('\n')

  expect(all).not.toContain('nils@example.com')
  expect(all).not.toContain('Not Mara')
})

test('the export has every part of an item with its file, also of the same name', async () => {
  const { mara, file, create, edit, partsOf } = await partsFixture()
  const { body } = await create([
    await file('a.mp3', 'first'),
    { kind: 'text', text: 'Salt.', section: 'Notes' },
    await file('a.mp3', 'second'),
  ])
  const [first, words, second] = await partsOf(body.id)
  await edit(body.id, [
    { kind: 'file', id: first?.id },
    { kind: 'file', id: second?.id },
  ])

  const files = unzip((await mara.call(exportAccount)).bytes)

  expect(rows(files.get('parts.json'))).toMatchObject([
    { item: body.id, position: 1, kind: 'file', file: 'a.mp3', bytes: 5, removedAt: null },
    {
      item: body.id,
      position: null,
      kind: 'text',
      section: 'Notes',
      text: 'Salt.',
      removedAt: expect.any(String),
    },
    { item: body.id, position: 2, kind: 'file', file: 'a.mp3', bytes: 6, removedAt: null },
  ])
  expect(words?.kind).toBe('text')
  expect(String(files.get(`files/${body.id}-a.mp3`))).toBe('first')
  expect(String(files.get(`files/${body.id}-${second?.id}-a.mp3`))).toBe('second')
})

test('file names in the export cannot leave their folder', async () => {
  const w = await createTestApp()
  const mara = await w.creator()
  for (const fileName of ['../../x', '..\\x', 'a/b', '.hidden', 'CON:1'])
    await mara.form('/api/content', [
      { name: 'kind', value: 'file' },
      { name: 'title', value: 'A file' },
      { name: 'price', value: '1.00' },
      { name: 'file', fileName, bytes: Buffer.from('x') },
    ])

  const files = unzip((await mara.call(exportAccount)).bytes)
  const names = [...files.keys()].filter((name) => name.startsWith('files/'))

  expect(names).toHaveLength(5)
  for (const name of names) expect(name).toMatch(/^files\/\d+-[^/\\:]+$/)
})

test('an item whose file is missing is listed and breaks nothing', async () => {
  const { w, mara, file } = await exportFixture()
  await mara.call(deleteContent, { params: { id: file.id } })
  for await (const { key } of w.ports.fileStore.list('files/')) await w.ports.fileStore.remove(key)

  const files = unzip((await mara.call(exportAccount)).bytes)

  expect([...files.keys()].filter((name) => name.startsWith('files/'))).toEqual([])
  expect(rows(files.get('items.json'))).toHaveLength(2)
})

test('an account is exported at most ten times an hour', async () => {
  const w = await createTestApp()
  const mara = await w.creator()

  const statuses: Array<number> = []
  for (let i = 0; i < 11; i++) statuses.push((await mara.call(exportAccount)).status)

  expect(statuses.slice(9)).toEqual([200, 429])
})

test('an exported item says how many people have it free', async () => {
  const { w, mara, item, get } = await freeFixture()
  await get(w.visitor())
  await get(w.visitor())

  const files = unzip((await mara.call(exportAccount)).bytes)

  expect(rows(files.get('items.json'))).toMatchObject([
    { id: item.id, pricing: 'free', peopleWhoHaveItFree: 2 },
  ])
  expect(rows(files.get('sales.json'))).toEqual([])
})
