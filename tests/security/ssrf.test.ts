import { createServer } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { createContent } from '../../contract/content.ts'
import { updateContent } from '../../contract/content-editing.ts'
import { verifyPurchase } from '../../contract/purchases.ts'
import { buildUrl } from '../../contract/route.ts'
import { createTestApp } from '../support/test-app.ts'

/** A server on this machine that records requests to it. */
async function startTrapServer() {
  const calls: Array<string> = []
  const server = createServer((request, answer) => {
    calls.push(String(request.url))
    answer.end('secret')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  return { calls, url: `http://127.0.0.1:${address.port}/latest/meta-data` }
}

test('a sold link is never fetched: not when published, shown, bought, opened or emailed', async () => {
  const w = await createTestApp()
  const { calls, url } = await startTrapServer()
  const creator = await w.creator()

  const item = await creator.publishLink({ linkUrl: url, title: url, description: url })
  const fan = w.visitor()
  for (const path of [`/p/${item.id}`, `/api/content/${item.id}`, `/p/${item.id}/card.png`])
    await fan.send('GET', path)
  const { paymentIntentId } = await fan.purchase(item.id)
  const { body } = await fan.call(verifyPurchase, {
    query: { payment_intent: paymentIntentId, content_id: item.id },
  })
  await fan.send('GET', new URL(body.accessUrl).pathname)
  await w.runJobs()
  await w.runPeriodicTasks()

  expect(body.content.linkUrl).toBe(url)
  expect(calls).toEqual([])
})

test.each([
  'javascript:alert(1)',
  'JavaScript:alert(1)',
  ' javascript:alert(1)',
  'java\tscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'file:///etc/passwd',
  'blob:https://example.com/1',
  'ftp://example.com/x',
  '//example.com',
  'https:',
])('%j is rejected as a link, both for new and changed items', async (linkUrl) => {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishLink({ linkUrl: 'https://example.com/good' })
  const fields = { kind: 'link', title: 'Dusk', price: '1.00', linkUrl }
  const parts = Object.entries(fields).map(([name, value]) => ({ name, value }))

  const created = await creator.form(createContent.path, parts)
  const changed = await creator.form(
    buildUrl(updateContent, { params: { id: item.id } }),
    parts.filter(({ name }) => name !== 'kind'),
    updateContent.method,
  )

  expect(created).toMatchObject({ status: 400, body: { fields: { linkUrl: expect.any(String) } } })
  expect(changed).toMatchObject({ status: 400, body: { fields: { linkUrl: expect.any(String) } } })
})
