import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { downloadContent, verifyPurchase } from '../../../../contract/purchases.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { files } from '../../../db/schema/index.ts'
import { StoreUnavailableError } from '../../../ports/file-store.ts'
import type { PageRenderer } from '../../../ports/page-renderer.ts'

/** A renderer that shows the response of the page's own URL. */
const jsonRenderer: PageRenderer = {
  locate: () => ({}),
  async render(url, fetchData) {
    const { status, body } = await fetchData(url)
    return { status, html: `<html>${JSON.stringify(body)}</html>` }
  },
}

const browserHeaders = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

async function purchaseFixture({ renderer = jsonRenderer } = {}) {
  const w = await createTestApp({ renderer })
  const creator = await w.creator()
  const item = await creator.publishFile()
  await w.runPeriodicTasks()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(item.id)
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const { body } = await fan.call(verifyPurchase, { query })
  const [file] = await w.db.select().from(files)
  const signedUrl = String(body.content.fileUrl)
  const accessFileUrl = `${new URL(body.accessUrl).pathname}/file?as=attachment`
  return {
    w,
    fan,
    item,
    paymentIntentId,
    urls: [signedUrl, accessFileUrl],
    signedUrl,
    deleteFile: () => rm(join(w.dataDir, 'files', file?.key ?? '')),
    get: (url: string, headers: Record<string, string> = browserHeaders) =>
      w.visitor().send('GET', url, { headers }),
  }
}

test('a browser gets a page with status 503 and Retry-After while the store is unavailable', async () => {
  const { w, urls, get } = await purchaseFixture()
  w.ports.fileStore.open = () => Promise.reject(new StoreUnavailableError('connection refused'))

  for (const url of urls) {
    const response = await get(url)

    expect(response.statusCode).toBe(503)
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(response.headers['content-disposition']).toBeUndefined()
    expect(response.headers['retry-after']).toBe('15')
    expect(response.headers['cache-control']).toBe('private, no-store')
    expect(response.headers['content-security-policy']).toContain("script-src 'self' 'nonce-")
    expect(response.payload).toContain('"code":"store_unavailable"')
  }
})

test.each([
  ['JSON', { accept: 'application/json' }],
  ['any type', { accept: '*/*' }],
])('a client that accepts %s gets JSON with the code while the store is unavailable', async (_, headers) => {
  const { w, urls, get } = await purchaseFixture()
  w.ports.fileStore.open = () => Promise.reject(new StoreUnavailableError('connection refused'))

  for (const url of urls) {
    const response = await get(url, headers)

    expect(response.statusCode).toBe(503)
    expect(response.headers['content-disposition']).toBeUndefined()
    expect(response.json()).toMatchObject({ code: 'store_unavailable' })
  }
})

test('the specified download call gets a JSON error while the store is unavailable', async () => {
  const { w, fan, item } = await purchaseFixture()
  w.ports.fileStore.open = () => Promise.reject(new StoreUnavailableError('connection refused'))

  const { status, body, headers } = await fan.call(downloadContent, {
    params: { id: item.id },
    headers: browserHeaders,
  })

  expect([status, headers['content-disposition']]).toEqual([503, undefined])
  expect(body).toMatchObject({ code: 'store_unavailable' })
})

test('a download works at the same URL once the store is back', async () => {
  const { w, urls, get } = await purchaseFixture()
  const { open } = w.ports.fileStore
  w.ports.fileStore.open = () => Promise.reject(new StoreUnavailableError('connection refused'))
  for (const url of urls) await get(url)
  w.ports.fileStore.open = open

  const responses = await Promise.all(urls.map((url) => get(url)))

  expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 302])
})

test('a browser gets a page for a missing file, and another one once it is lost', async () => {
  const { w, fan, item, urls, get, deleteFile } = await purchaseFixture()
  await fan.call(downloadContent, { params: { id: item.id } })
  await deleteFile()
  const missing = await Promise.all(urls.map((url) => get(url)))
  for (let round = 0; round < 3; round++) {
    await w.runPeriodicTasks()
    w.clock.advance(30_000)
  }

  const lost = await Promise.all(urls.map((url) => get(url)))

  for (const response of missing) {
    expect([response.statusCode, response.headers['content-disposition']]).toEqual([503, undefined])
    expect(response.payload).toContain('We can’t find this file right now')
  }
  for (const response of lost) {
    expect([response.statusCode, response.headers['retry-after']]).toEqual([404, undefined])
    expect(response.payload).toContain('"code":"not_found"')
    expect(response.payload).toContain('We no longer have this file')
  }
})

test('a browser gets a page for an expired URL and for a refunded purchase', async () => {
  const { w, paymentIntentId, urls, signedUrl, get } = await purchaseFixture()
  w.clock.advance(11 * 60_000)
  const expired = await get(signedUrl)
  await w.sandbox.refund({ paymentId: paymentIntentId, amount: 1_000, reason: 'requested' }, 'refund')
  await w.runPeriodicTasks()
  await w.deliverWebhooks()

  const refunded = await get(urls[1] ?? '')

  expect(expired.statusCode).toBe(403)
  expect(expired.payload).toContain('"code":"expired"')
  expect(refunded.statusCode).toBe(403)
  expect(refunded.payload).toMatch(/^<html>.*"code":"purchase_refunded"/)
})

test('when the page cannot be rendered, the JSON error is sent', async () => {
  const failingRenderer: PageRenderer = {
    ...jsonRenderer,
    render: () => Promise.reject(new Error('no page')),
  }
  const { w, urls, get } = await purchaseFixture({ renderer: failingRenderer })
  w.ports.fileStore.open = () => Promise.reject(new StoreUnavailableError('connection refused'))

  const response = await get(urls[0] ?? '')

  expect([response.statusCode, response.json().code]).toEqual([503, 'store_unavailable'])
})
