import { expect, test } from 'vitest'
import { verifyPurchase } from '../../contract/purchases.ts'
import { type CreatorClient, createTestApp } from '../support/test-app.ts'
import { uploadFixture } from '../support/tus-client.ts'

const page = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(document.domain)</script></svg>',
)
const names = ['picture.svg', 'page.html', 'photo.jpg.svg', 'PAGE.HTML', 'photo.svg ']

/** Each way to upload a file. All of them request inline display. */
const uploads = {
  'in one form': async (name: string) => {
    const w = await createTestApp()
    const mara = await w.creator()
    return { w, item: await mara.publishes({ kind: 'file', accessType: 'view' }, { name, bytes: page }) }
  },
  'in chunks': async (name: string) => {
    const { w, mara, publish, begins, sends } = await uploadFixture()
    const { id } = await begins(page.length, name)
    await sends(id, 0, page)
    return { w, item: (await publish(id, mara, { kind: 'file', accessType: 'view' })).body }
  },
  'in place of another': async (name: string) => {
    const w = await createTestApp()
    const mara = await w.creator()
    const item = await mara.publishFile({ accessType: 'view' })
    await replaceFile(mara, item.id, name)
    return { w, item }
  },
}

async function replaceFile(mara: CreatorClient, id: number, name: string): Promise<void> {
  const { status } = await mara.form(
    `/api/content/${id}`,
    [{ name: 'file', fileName: name, bytes: page }],
    'PATCH',
  )
  expect(status).toBe(200)
}

test.each(
  Object.entries(uploads).flatMap(([kind, publishNamed]) =>
    names.map((name) => [kind, name, publishNamed] as const),
  ),
)(
  'a file that could run scripts, uploaded %s as %j, is only ever downloaded',
  async (_kind, name, publishNamed) => {
    const { w, item } = await publishNamed(name)
    const fan = w.visitor()
    const { paymentIntentId } = await fan.purchase(item.id)
    const query = { payment_intent: paymentIntentId, content_id: item.id }
    const { body } = await fan.call(verifyPurchase, { query })

    const { statusCode, headers, payload } = await fan.send('GET', body.content.fileUrl ?? '')

    expect(statusCode).toBe(200)
    expect(payload).toBe(page.toString())
    expect(headers['content-type']).toBe('application/octet-stream')
    expect(headers['content-disposition']).toMatch(/^attachment;/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['content-security-policy']).toMatch(/^sandbox;/)
  },
)
