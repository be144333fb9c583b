import { expect, test } from 'vitest'
import { getInstance } from '../../../../contract/instance.ts'
import { updateInstanceSettings } from '../../../../contract/instance-settings.ts'
import {
  getLegalPage,
  getLegalPageSource,
  previewLegalPage,
  publishLegalPage,
} from '../../../../contract/legal-pages.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { auditLog, legalPageVersions } from '../../../db/schema/index.ts'
import { registered } from '../../index.ts'
import { renderMarkdown, unknownPlaceholders } from './placeholders.ts'
import { publicRetention } from './public-retention.ts'
import { startingTexts } from './starting-texts.ts'

test('the starting texts are shown until a version is published', async () => {
  const w = await createTestApp()

  const { body } = await w.visitor().call(getLegalPage, { params: { page: 'terms' } })

  expect(body).toMatchObject({ title: 'Terms of service', publishedAt: null })
  expect(body.html).toContain('Of the rest we keep 20%')
  for (const isSolo of [false, true])
    expect(Object.values(startingTexts({ isSolo })).flatMap(unknownPlaceholders)).toEqual([])
})

test('the seller of the settings is on the imprint, with its characters as typed', async () => {
  const w = await createTestApp({
    env: { SELLER_NAME: 'Dusk *& Sons* <b>', SELLER_ADDRESS: '1 High St\\nExeter' },
  })

  const { body } = await w.visitor().call(getLegalPage, { params: { page: 'imprint' } })

  expect(body.html).toContain('Dusk *&amp; Sons* &lt;b&gt;<br />')
  expect(body.html).toContain('1 High St<br />Exeter')
})

test.each([
  ['', 'Legal notice'],
  ['US', 'Legal notice'],
  ['DE', 'Imprint'],
  ['CH', 'Imprint'],
])('in the country “%s” the page about the seller is called %s', async (sellerCountry, title) => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  await admin.call(updateInstanceSettings, { body: { sellerCountry } })

  const visitor = w.visitor()

  expect((await visitor.call(getLegalPage, { params: { page: 'imprint' } })).body.title).toBe(title)
  expect((await visitor.call(getInstance)).body.imprintName).toBe(title)
})

test('the privacy page states how long the code keeps each kind of data', async () => {
  const w = await createTestApp()

  const { body } = await w.visitor().call(getLegalPage, { params: { page: 'privacy' } })

  expect(body.html).toContain('What you entered at a checkout that you did not pay: 90 days after the start')
  expect(body.html.match(/<li>[^<]*: /g)?.length).toBeGreaterThanOrEqual(
    publicRetention(registered.storedData.retention).length,
  )
})

test('a published version is shown with its date, and kept with who published it', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const params = { page: 'imprint' } as const
  await admin.call(publishLegalPage, { params, body: { markdown: '# Dusk', basedOn: null } })
  const [first] = (await admin.call(getLegalPageSource, { params })).body.versions
  await admin.call(publishLegalPage, { params, body: { markdown: '**Dawn**', basedOn: first?.id ?? null } })

  const { body } = await w.visitor().call(getLegalPage, { params })
  const source = (await admin.call(getLegalPageSource, { params })).body

  expect(body).toMatchObject({
    html: '<p><strong>Dawn</strong></p>\n',
    publishedAt: '2026-03-01T12:00:00.000Z',
  })
  expect(source.versions.map(({ markdown, publishedBy }) => [markdown, publishedBy])).toEqual([
    ['**Dawn**', 'admin@example.com'],
    ['# Dusk', 'admin@example.com'],
  ])
  await expect(w.db.delete(legalPageVersions)).rejects.toThrow()
})

test('a version that is not based on the newest one is refused and changes nothing', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const params = { page: 'terms' } as const
  await admin.call(publishLegalPage, { params, body: { markdown: 'One', basedOn: null } })

  const { status, body } = await admin.call(publishLegalPage, {
    params,
    body: { markdown: 'Two', basedOn: null },
  })

  expect([status, body]).toMatchObject([
    409,
    { message: expect.stringContaining('admin@example.com published') },
  ])
  expect(await w.db.select().from(legalPageVersions)).toHaveLength(1)
})

test('an unknown placeholder is refused by its name', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')

  const { status, body } = await admin.call(publishLegalPage, {
    params: { page: 'terms' },
    body: { markdown: 'Mail {{suport_email}}', basedOn: null },
  })

  expect([status, body]).toMatchObject([
    400,
    { fields: { markdown: expect.stringContaining('{{suport_email}}') } },
  ])
})

test.each([
  ['> in one another', '>'.repeat(20_000), 'at most 10 deep'],
  ['lists in one another', '- '.repeat(5_000), 'at most 10 deep'],
  ['numbered lists in one another', '1. '.repeat(5_000), 'at most 10 deep'],
  ['signs that the parser compares', '*a_'.repeat(10_000), 'at most 500 of the characters'],
  ['a placeholder again and again', '{{retention}}'.repeat(4_000), 'too long once its placeholders'],
  ['an open placeholder', `{{${' '.repeat(50_000)}`, undefined],
])('%s are refused with a sentence or published, and never break the page', async (_, markdown, message) => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  const params = { page: 'imprint' } as const

  const preview = await admin.call(previewLegalPage, { params, body: { markdown } })
  const published = await admin.call(publishLegalPage, { params, body: { markdown, basedOn: null } })

  expect([preview.status, published.status]).toEqual(message ? [400, 400] : [200, 200])
  if (message)
    expect(published.body).toMatchObject({ fields: { markdown: expect.stringContaining(message) } })
  expect((await w.visitor().call(getLegalPage, { params })).status).toBe(200)
})

test('a page from before these limits is shown as plain text', async () => {
  const w = await createTestApp()
  await w.db.insert(legalPageVersions).values({
    page: 'imprint',
    markdown: `${'>'.repeat(20_000)}<b>Dusk</b>`,
    publishedByEmail: 'admin@example.com',
    publishedAt: w.clock.now(),
  })

  const { status, body } = await w.visitor().call(getLegalPage, { params: { page: 'imprint' } })

  expect([status, body.html]).toEqual([200, expect.stringContaining('&gt;&lt;b&gt;Dusk&lt;/b&gt;</p>')])
})

test('a preview shows the page and publishes nothing', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')

  const { body } = await admin.call(previewLegalPage, {
    params: { page: 'terms' },
    body: { markdown: '# {{site}}' },
  })

  expect(body.html).toBe('<h2>Tipdrop</h2>\n')
  expect(await w.db.select().from(legalPageVersions)).toEqual([])
  expect(await w.db.select().from(auditLog)).toEqual([])
})

test('a changed setting is on the page at once', async () => {
  const w = await createTestApp()
  const admin = await w.creator('admin@example.com')
  await admin.call(updateInstanceSettings, { body: { feeBasisPoints: 1_250, siteName: 'Dusk' } })

  const { body } = await w.visitor().call(getLegalPage, { params: { page: 'terms' } })

  expect(body.html).toContain('Of the rest we keep 12.5%')
  expect(body.html).toContain('sells or buys on Dusk')
})

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[press](javascript:alert(1))',
  '[press](data:text/html,<script>alert(1)</script>)',
  '![x](javascript:alert(1))',
  '[a](http://x "onmouseover=alert(1)")',
  '<a href="javascript:alert(1)">x</a>',
])('%s becomes text or a harmless link', async (markdown) => {
  const html = await renderMarkdown(markdown)

  expect(html).not.toMatch(/<[^>]*(script|img|javascript:|data:|\son\w+=)/i)
})
