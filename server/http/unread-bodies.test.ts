import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { AppError } from '../../domain/errors.ts'
import { drainUnreadBodies } from './client-limits.ts'
import { registerErrorHandler } from './errors.ts'

const mebibyte = 1024 ** 2

/** Refuses every form at the first bytes of its file. */
async function refusingServer(options?: { maxBytes: number; timeoutMs: number }) {
  // Closing it does not wait for a client that keeps its connection.
  const app: FastifyInstance = Fastify({ forceCloseConnections: true })
  await app.register(multipart)
  registerErrorHandler(app, { recordWriteError: () => undefined, isUnavailable: async () => false })
  drainUnreadBodies(app, options)
  app.post('/', async (call) => {
    for await (const part of call.parts()) {
      if (part.type !== 'file') continue
      for await (const _ of part.file) throw new AppError('rate_limited', 'Not now.')
    }
  })
  const refused: Array<IncomingMessage> = []
  app.addHook('onResponse', async ({ raw }) => {
    refused.push(raw)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  return { app, port: address.port, refused }
}

/** Sends the whole form before it reads the response, as many clients do. */
function sendWholeForm(port: number, bytes: number) {
  return new Promise<{ status: number; isFullySent: boolean }>((resolve, reject) => {
    const boundary = 'boundary'
    const head = `--${boundary}\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\n\r\n`
    const body = Buffer.concat([
      Buffer.from(head),
      Buffer.alloc(bytes),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
    let isFullySent = false
    const out = request({
      port,
      host: '127.0.0.1',
      method: 'POST',
      path: '/',
      headers: {
        'content-type': `multipart/form-data; boundary=${boundary}`,
        'content-length': body.length,
      },
    })
    out.on('error', reject)
    out.on('response', (response) => {
      response.resume()
      response.on('end', () =>
        setTimeout(() => resolve({ status: response.statusCode ?? 0, isFullySent }), 200),
      )
    })
    out.end(body, () => {
      isFullySent = true
    })
  })
}

/** The beginning of a form of a gigabyte. */
function unfinishedForm(): string {
  const headers =
    'host: localhost\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000000'
  const part = '--b\r\ncontent-disposition: form-data; name="photo"; filename="a.png"\r\n\r\n'
  return `POST / HTTP/1.1\r\n${headers}\r\n\r\n${part}${'x'.repeat(1_000)}`
}

test('a form refused at its first bytes is read to its end, so that its sender sees the response', async () => {
  const { port } = await refusingServer()

  expect(await sendWholeForm(port, 8 * mebibyte)).toEqual({ status: 429, isFullySent: true })
})

test('a refused form is discarded as soon as its connection closes', async () => {
  const { port, refused } = await refusingServer()
  const sender = connect(port, '127.0.0.1', () => sender.write(unfinishedForm()))

  await once(sender, 'data')
  expect(refused.map(({ destroyed }) => destroyed)).toEqual([false])
  sender.destroy()

  await expect.poll(() => refused.map(({ destroyed }) => destroyed)).toEqual([true])
})

test('a refused form that continues for too long is cut off', async () => {
  const { app, port } = await refusingServer({ maxBytes: mebibyte, timeoutMs: 5_000 })
  const connections = () =>
    new Promise<number>((resolve) => app.server.getConnections((_, count) => resolve(count)))

  await sendWholeForm(port, 64 * mebibyte).catch(() => undefined)

  await expect.poll(connections).toBe(0)
})
