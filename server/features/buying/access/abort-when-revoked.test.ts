import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { verifyPurchase } from '../../../../contract/purchases.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { issueRefund } from '../refunds/execute-refund.ts'

/** A purchased file that is sent over HTTP in chunks of 5,000 bytes, one every 100 ms until `finish`. */
async function slowDownloadFixture() {
  const w = await createTestApp()
  const creator = await w.creator()
  const item = await creator.publishFile({}, Buffer.alloc(1_000_000))
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(item.id)
  const [{ id: purchaseId } = { id: 0 }] = await w.probe.purchases()
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const { body } = await fan.call(verifyPurchase, { query })
  let isSending = true
  w.ports.fileStore.open = async (_, range) => {
    const length = range ? range.end - range.start + 1 : 1_000_000
    return Readable.from(slowChunks(length, () => isSending))
  }
  await w.app.listen({ port: 0, host: '127.0.0.1' })
  const address = w.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  const url = `http://127.0.0.1:${address.port}${body.content.fileUrl}`
  return {
    w,
    url,
    refund: () =>
      issueRefund(w.ports, { purchaseId, reason: '', by: { role: 'creator', userId: creator.id } }),
    finish: () => {
      isSending = false
    },
  }
}

async function* slowChunks(length: number, isSending: () => boolean) {
  for (let sent = 0; sent < length; sent += 5_000) {
    if (isSending()) await sleep(100)
    yield Buffer.alloc(Math.min(5_000, length - sent))
  }
}

async function startDownload(url: string, headers: Record<string, string> = {}) {
  const [response] = (await once(get(url, { headers }), 'response')) as [IncomingMessage]
  let bytes = 0
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  const ended = new Promise<'complete' | 'aborted'>((resolve) => {
    response.once('end', () => resolve('complete'))
    response.once('error', () => resolve('aborted'))
  })
  return { status: response.statusCode, bytes: () => bytes, ended }
}

test('a refund during a download ends the response within seconds, and the next range is 403', async () => {
  const { url, refund } = await slowDownloadFixture()
  const fullDownload = await startDownload(url)
  const rangeDownload = await startDownload(url, { range: 'bytes=500000-' })
  await sleep(300)

  await refund()

  expect([fullDownload.status, rangeDownload.status]).toEqual([200, 206])
  expect(await Promise.all([fullDownload.ended, rangeDownload.ended])).toEqual(['aborted', 'aborted'])
  expect(fullDownload.bytes()).toBeGreaterThan(0)
  expect(fullDownload.bytes()).toBeLessThan(500_000)
  expect((await startDownload(url, { range: 'bytes=500000-' })).status).toBe(403)
})

test('a download completes when the buyer keeps access', { tags: ['long'] }, async () => {
  const { url, finish } = await slowDownloadFixture()
  const fullDownload = await startDownload(url)
  await sleep(2_500)
  finish()

  expect(await fullDownload.ended).toBe('complete')
  expect(fullDownload.bytes()).toBe(1_000_000)
})
