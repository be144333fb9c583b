import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { downloadContent, verifyPurchase } from '../../../../contract/purchases.ts'
import { pdfOf } from '../../../../tests/support/pdf.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { contentItems } from '../../../db/schema/index.ts'

type UploadedFile = { name?: string; bytes?: string | Buffer; accessType?: string }

async function purchaseFixture({
  name = 'loops.zip',
  bytes = '0123456789',
  accessType = 'download',
}: UploadedFile = {}) {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishes(
    { kind: 'file', accessType },
    { name, bytes: Buffer.from(bytes as Buffer) },
  )
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(item.id)
  const { body } = await fan.call(verifyPurchase, {
    query: { payment_intent: paymentIntentId, content_id: item.id },
  })
  const url = body.content.fileUrl ?? ''
  const get = (headers: Record<string, string> = {}) => fan.send('GET', url, { headers })
  const head = () => fan.send('HEAD', url)
  return { item, fan, get, head, accessUrl: body.accessUrl }
}

test('an item to view is shown inline when its type is safe', async () => {
  const { fan, item, get } = await purchaseFixture({ name: 'notes.txt', accessType: 'view' })

  const shown = await get()
  const download = await fan.call(downloadContent, { params: { id: item.id } })

  expect(shown.headers['content-disposition']).toMatch(/^inline;/)
  expect(shown.headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(download.headers['content-disposition']).toMatch(/^attachment;/)
})

test('a PDF to view is sent without the sandbox that blanks WebKit’s viewer, under a strict CSP', async () => {
  const { get, head } = await purchaseFixture({
    name: 'notes.pdf',
    bytes: await pdfOf('Notes'),
    accessType: 'view',
  })

  const responses = [await get(), await get({ range: 'bytes=10-20' }), await head()]

  for (const { headers } of responses) {
    expect(headers['content-type']).toBe('application/pdf')
    expect(headers['content-disposition']).toMatch(/^inline;/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).not.toContain('sandbox')
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';/)
    expect(headers['content-security-policy']).not.toContain('script')
  }
})

test('a PDF after a byte order mark is shown', async () => {
  const bytes = Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), await pdfOf('Notes')])
  const { get } = await purchaseFixture({ name: 'notes.pdf', bytes, accessType: 'view' })

  expect((await get()).headers['content-disposition']).toMatch(/^inline;/)
})

test('a text in an older encoding says which, and a download of it keeps its type', async () => {
  const bytes = Buffer.from('Größe', 'latin1')
  const { get } = await purchaseFixture({ name: 'notes.txt', bytes, accessType: 'view' })

  expect((await get()).headers['content-type']).toBe('text/plain; charset=windows-1252')
  expect((await get({ range: 'bytes=1-2' })).headers['content-type']).toBe('text/plain; charset=windows-1252')
})

test('a PDF to download keeps the sandbox', async () => {
  const { get } = await purchaseFixture({ name: 'notes.pdf', bytes: await pdfOf('Notes') })

  const { headers } = await get()

  expect(headers['content-disposition']).toMatch(/^attachment;/)
  expect(headers['content-security-policy']).toMatch(/^sandbox;/)
})

test.each([
  ['HTML', '<script>alert(1)</script>'],
  ['HTML with a PDF inside', '<html><script>alert(1)</script>\n%PDF-1.7'],
  ['two bytes', '%P'],
])('a file named .pdf that begins with %s is downloaded, never shown', async (_, bytes) => {
  const { get, head } = await purchaseFixture({ name: 'notes.pdf', bytes, accessType: 'view' })

  const responses = [await get(), await get({ range: 'bytes=0-1' }), await head()]

  for (const { headers } of responses) {
    expect(headers['content-disposition']).toMatch(/^attachment;/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toMatch(/^sandbox;/)
  }
})

test.each(['page.html', 'picture.svg', 'page.HTM', 'style.xml', 'app.js', 'page.xhtml', 'noending'])(
  '%s is a sandboxed attachment on every route',
  async (name) => {
    const { fan, item, get, accessUrl } = await purchaseFixture({
      name,
      bytes: '<script>alert(1)</script>',
      accessType: 'view',
    })
    const inline = await fan.send('GET', `${new URL(accessUrl).pathname}/file?as=inline`)

    const responses = [
      await get(),
      await get({ range: 'bytes=0-7' }),
      await fan.send('GET', String(inline.headers.location)),
      await fan.send('POST', `/api/content/${item.id}/download`),
    ]

    for (const { headers } of responses) {
      expect(headers['content-type']).toBe('application/octet-stream')
      expect(headers['content-disposition']).toMatch(/^attachment;/)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-security-policy']).toMatch(/^sandbox;/)
    }
  },
)

test.each([
  ['Łódź – "live".zip', "filename*=UTF-8''%C5%81%C3%B3d%C5%BA%20%E2%80%93%20%22live%22.zip"],
  ['😀 mix.mp3', "filename*=UTF-8''%F0%9F%98%80%20mix.mp3"],
  ["it's (a) *star*.zip", "filename*=UTF-8''it%27s%20%28a%29%20%2Astar%2A.zip"],
  ['../../etc/passwd', "filename*=UTF-8''passwd"],
  ['..\\..\\boot.ini', "filename*=UTF-8''boot.ini"],
  ['gpj.\u202eexe', "filename*=UTF-8''gpj.exe"],
  ['\0', "filename*=UTF-8''file"],
  [`${'x'.repeat(4_000)}.zip`, `filename*=UTF-8''${'x'.repeat(251)}.zip`],
])('the name %j is encoded by RFC 5987 and does not break the header', async (name, expected) => {
  const { get } = await purchaseFixture({ name })

  const { statusCode, headers } = await get()

  expect(statusCode).toBe(200)
  expect(String(headers['content-disposition']).endsWith(expected)).toBe(true)
  expect(headers['content-disposition']).toMatch(
    /^attachment; filename="[ !#-[\]-~]*"; filename\*=UTF-8''[\w%.~!$&+^`|-]+$/,
  )
  expect(headers['set-cookie']).toBeUndefined()
})

test('a title with a line break does not start a header', async () => {
  const w = await createTestApp()
  const item = await (await w.creator()).publishText()
  // Titles are reduced to one line when published; a header must not depend on that.
  await w.db.update(contentItems).set({ title: 'a\r\nset-cookie: x=1' }).where(eq(contentItems.id, item.id))
  const fan = w.visitor()
  await fan.purchase(item.id)

  const { headers } = await fan.call(downloadContent, { params: { id: item.id } })

  expect(headers['content-disposition']).toBe(
    `attachment; filename="a__set-cookie: x=1.txt"; filename*=UTF-8''a%0D%0Aset-cookie%3A%20x%3D1.txt`,
  )
  expect(headers['set-cookie']).toBeUndefined()
})
