import { appendFile, truncate } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { verifyPurchase } from '../../contract/purchases.ts'
import { files } from '../../server/db/schema/index.ts'
import type { FileStore } from '../../server/ports/file-store.ts'
import { createTestApp } from './test-app.ts'

export const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, index) => index % 251))

/** A bought recording that nobody has opened, on a disk unless another store is given. */
export async function purchaseFixture(otherFiles?: FileStore) {
  const w = await createTestApp(otherFiles && { files: otherFiles })
  const mara = await w.creator()
  const item = await mara.publishes({ accessType: 'stream' }, { name: 'song.mp3', bytes })
  await w.runPeriodicTasks()
  const fan = w.visitor()
  const { paymentIntentId } = await fan.purchase(item.id)
  const query = { payment_intent: paymentIntentId, content_id: item.id }
  const { body } = await fan.call(verifyPurchase, { query })
  const [file] = await w.db.select().from(files)
  const path = join(w.dataDir, 'files', file?.key ?? '')
  return {
    w,
    fan,
    item,
    path,
    fileUrl: String(body.content.fileUrl),
    accessFileUrl: `${new URL(body.accessUrl).pathname}/file`,
    halve: () => truncate(path, bytes.length / 2),
    append: () => appendFile(path, 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nhi'),
    /** Two minutes of the periodic tasks. */
    async sweeps() {
      for (let round = 0; round < 4; round++) {
        await w.runPeriodicTasks()
        w.clock.advance(30_000)
      }
    },
    refunded: async () => (await w.probe.purchases()).map(({ refundedAmount }) => refundedAmount),
  }
}

type Fixture = Awaited<ReturnType<typeof purchaseFixture>>

/**
 * Sends two requests at once over one connection. `body` is the first response's; `next` is what follows its promised
 * length, and `closed` when the connection ended before that.
 */
export async function requestTwice({ w }: Fixture, path: string, headers: Record<string, string> = {}) {
  if (!w.app.server.listening) await w.app.listen({ port: 0, host: '127.0.0.1' })
  const address = w.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  const socket = connect(address.port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const host = `127.0.0.1:${address.port}`
  const head = (target: string, fields: Record<string, string>) =>
    [`GET ${target} HTTP/1.1`, ...Object.entries({ host, ...fields }).map((one) => one.join(': '))].join(
      '\r\n',
    )
  socket.write(`${head(path, headers)}\r\n\r\n${head('/health', { connection: 'close' })}\r\n\r\n`)
  const received: Array<Buffer> = []
  socket.on('data', (chunk) => received.push(chunk))
  await new Promise((done) => socket.once('close', done).on('error', () => undefined))
  const all = Buffer.concat(received)
  const headEnd = all.indexOf('\r\n\r\n') + 4
  const firstHead = all.subarray(0, headEnd).toString('latin1')
  const promised = Number(/^content-length: (\d+)/im.exec(firstHead)?.[1])
  const status = Number(firstHead.split(' ')[1])
  const body = all.subarray(headEnd, headEnd + promised)
  const rest = all.subarray(headEnd + promised).toString('latin1')
  const next = !(body.length >= promised) ? 'closed' : rest.split('\r\n')[0]
  return { status, promised, body, next }
}
