import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { answerUnknownPaths, drainUnreadBodies, limitRequestTime } from './client-limits.ts'

/** A server that waits for whole bodies, with short timeouts: 1,000 bytes in 200 ms. */
async function server() {
  const app = Fastify()
  limitRequestTime(app, {
    bodyTimeoutMs: 200,
    minUploadBytes: 1_000,
    checkIntervalMs: 20,
  })
  drainUnreadBodies(app, { timeoutMs: 100 })
  answerUnknownPaths(app)
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  app.post('/', { config: { acceptsUploads: true } }, async ({ body }) => ({
    received: (body as Buffer).length,
  }))
  app.post('/plain', async () => 'read')
  const refuse = async () => Promise.reject(Object.assign(new Error('No session'), { statusCode: 401 }))
  app.post('/closed', { config: { acceptsUploads: true }, onRequest: refuse }, async () => 'never')
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  const { port } = address
  return (type: string, length: number, path = '/') => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`,
    )
    return socket
  }
}

/** Resolves when the connection ends, also by a reset, which `once` would treat as an error. */
function closed(socket: Socket): Promise<void> {
  return new Promise((done) => socket.once('close', () => done()))
}

async function sendSlowly(socket: Socket, bytes: number, times: number): Promise<void> {
  for (let i = 0; i < times && !socket.destroyed; i++) {
    socket.write('x'.repeat(bytes))
    await sleep(50)
  }
}

test.each(['application/x-thing', 'multipart/form-data; boundary=b'])(
  'a %s whose body never comes is closed',
  async (type) => {
    const send = await server()

    const socket = send(type, 1_000_000)
    socket.write('x')

    await closed(socket)
    expect(socket.bytesRead).toBe(0)
  },
)

test('a form that arrives too slowly is closed', async () => {
  const send = await server()
  const socket = send('application/x-thing', 1_000_000)

  void sendSlowly(socket, 2_000, 100)

  await closed(socket)
  expect(socket.bytesRead).toBe(0)
})

test('a slow upload that makes progress is not closed', { tags: ['long'] }, async () => {
  const send = await server()
  const socket = send('multipart/form-data; boundary=b', 20_000)

  await sendSlowly(socket, 1_000, 20)
  const [response] = await once(socket, 'data')

  expect(String(response)).toContain('{"received":20000}')
  socket.destroy()
})

test('a slow form on a route without uploads is closed after the body timeout', async () => {
  const send = await server()
  const socket = send('multipart/form-data; boundary=b', 1_000_000, '/plain')

  void sendSlowly(socket, 2_000, 100)

  await closed(socket)
  expect(socket.bytesRead).toBe(0)
})

test.each([
  ['/nothing', '404'],
  ['/closed', '401'],
])(
  'a body for %s is answered with %s before it has arrived, and its connection is closed',
  async (path, status) => {
    const send = await server()
    const socket = send('multipart/form-data; boundary=b', 1_000_000, path)

    const [response] = await once(socket, 'data')
    void sendSlowly(socket, 2_000, 100)

    expect(String(response).split(' ')[1]).toBe(status)
    await closed(socket)
  },
)

test('the connection of a refused request stays open when its body ends', async () => {
  const send = await server()
  const socket = send('multipart/form-data; boundary=b', 10, '/nothing')
  await once(socket, 'data')

  socket.write('0123456789')
  await sleep(200)
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: x/y\r\ncontent-length: 1\r\n\r\nx')
  const [response] = await once(socket, 'data')

  expect(String(response)).toContain('{"received":1}')
  socket.destroy()
})
