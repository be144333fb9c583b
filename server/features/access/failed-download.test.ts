import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { downloadContent, verifyPurchase } from '../../../contract/purchases.ts'
import { createTestApp } from '../../../tests/support/test-app.ts'
import { files } from '../../db/schema/index.ts'
import { StoreUnavailableError } from '../../ports/file-store.ts'
import type { PageRenderer } from '../../ports/page-renderer.ts'

/** A renderer that shows the response of the page's own URL. */
const answers: PageRenderer = {
  sharedAddress: () => undefined,
  async render(url, ask) {
    const { status, body } = await ask(url)
    return { status, html: `<html>${JSON.stringify(body)}</html>` }
  },
}

const page = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' }

async function bought({ renderer = answers } = {}) {
  const w = await createTestApp({ renderer })
  const creator = await w.creator()
  const item = await creator.publishFile()
  await w.runPeriodicTasks()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(item.id)
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const { body } = await fan.call(verifyPurchase, { query })
  const [file] = await w.db.select().from(files)
  const signed = String(body.content.fileUrl)
  const kept = `${new URL(body.accessUrl).pathname}/file?as=attachment`
  return {
    w,
    fan,
    item,
    paymentIntentId,
    doors: [signed, kept],
    signed,
    losesFile: () => rm(join(w.dataDir, 'files', file?.key ?? '')),
    get: (url: string, headers: Record<string, string> = page) => w.visitor().send('GET', url, { headers }),
  }
}

test('a browser gets a page with status 503 and Retry-After while the store is unavailable', async () => {
  const { w, doors, get } = await bought()
  w.ports.fileStore.open = () => Promise.reject(new StoreUnavailableError('connection refused'))

  for (const door of doors) {
    const answer = await get(door)

    expect(answer.statusCode).toBe(503)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['content-disposition']).toBeUndefined()
    expect(answer.headers['retry-after']).toBe('15')
    expect(answer.headers['cache-control']).toBe('private, no-store')
    expect(answer.headers['content-security-policy']).toContain("script-src 'self' 'nonce-")
    expect(answer.payload).toContain('"code":"store_unavailable"')
  }
})

test.each([
  ['JSON', { accept: 'application/json' }],
  ['anything', { accept: '*/*' }],
])('a client that accepts %s gets JSON with the code while the store is unavailable', async (_, headers) => {
  const { w, doors, get } = await bought()
  w.ports.fileStore.open = () => Promise.reject(new StoreUnavailableError('connection refused'))

  for (const door of doors) {
    const answer = await get(door, headers)

    expect(answer.statusCode).toBe(503)
    expect(answer.headers['content-disposition']).toBeUndefined()
    expect(answer.json()).toMatchObject({ code: 'store_unavailable' })
  }
})

test('the download call gets its JSON error while the store is unavailable', async () => {
  const { w, fan, item } = await bought()
  w.ports.fileStore.open = () => Promise.reject(new StoreUnavailableError('connection refused'))

  const { status, body, headers } = await fan.call(downloadContent, {
    params: { id: item.id },
    headers: page,
  })

  expect([status, headers['content-disposition']]).toEqual([503, undefined])
  expect(body).toMatchObject({ code: 'store_unavailable' })
})

test('a download works at the same URL once the store is back', async () => {
  const { w, doors, get } = await bought()
  const { open } = w.ports.fileStore
  w.ports.fileStore.open = () => Promise.reject(new StoreUnavailableError('connection refused'))
  for (const door of doors) await get(door)
  w.ports.fileStore.open = open

  const answers = await Promise.all(doors.map((door) => get(door)))

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 302])
})

test('a browser gets a page for a missing file, and another one once it is lost', async () => {
  const { w, fan, item, doors, get, losesFile } = await bought()
  await fan.call(downloadContent, { params: { id: item.id } })
  await losesFile()
  const missing = await Promise.all(doors.map((door) => get(door)))
  for (let round = 0; round < 3; round++) {
    await w.runPeriodicTasks()
    w.clock.advance(30_000)
  }

  const lost = await Promise.all(doors.map((door) => get(door)))

  for (const answer of missing) {
    expect([answer.statusCode, answer.headers['content-disposition']]).toEqual([503, undefined])
    expect(answer.payload).toContain('We can’t find this file right now')
  }
  for (const answer of lost) {
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([404, undefined])
    expect(answer.payload).toContain('"code":"not_found"')
    expect(answer.payload).toContain('We no longer have this file')
  }
})

test('a browser gets a page for an expired URL and for a refunded purchase', async () => {
  const { w, paymentIntentId, doors, signed, get } = await bought()
  w.clock.advance(11 * 60_000)
  const expired = await get(signed)
  await w.sandbox.refund({ paymentId: paymentIntentId, amount: 1_000, reason: 'requested' }, 'refund')
  await w.runPeriodicTasks()
  await w.deliverWebhooks()

  const refunded = await get(doors[1] ?? '')

  expect(expired.statusCode).toBe(403)
  expect(expired.payload).toContain('"code":"expired"')
  expect(refunded.statusCode).toBe(403)
  expect(refunded.payload).toMatch(/^<html>.*"code":"purchase_refunded"/)
})

test('without a rendered page the JSON error is sent', async () => {
  const broken: PageRenderer = { ...answers, render: () => Promise.reject(new Error('no page')) }
  const { w, doors, get } = await bought({ renderer: broken })
  w.ports.fileStore.open = () => Promise.reject(new StoreUnavailableError('connection refused'))

  const answer = await get(doors[0] ?? '')

  expect([answer.statusCode, answer.json().code]).toEqual([503, 'store_unavailable'])
})
