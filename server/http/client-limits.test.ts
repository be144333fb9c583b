import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { type ConnectionLimits, limitConnections } from './client-limits.ts'

const defaultLimits = { maxConnections: 1_000, maxConnectionsPerAddress: 100, trustProxy: [] }

/** A server with one large response and one that never comes. */
async function server(limits: Partial<ConnectionLimits>) {
  const app = Fastify({ forceCloseConnections: true })
  limitConnections(app.server, { ...defaultLimits, checkIntervalMs: 20, ...limits })
  const counts = { waiting: 0 }
  app.get('/', async () => 'hello')
  app.get('/large', async () => Buffer.alloc(30 * 1024 ** 2))
  app.get('/never', () => {
    counts.waiting += 1
    return new Promise(() => undefined)
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  const open = (localAddress = '127.0.0.1') => {
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    socket.on('error', () => undefined)
    onTestFinished(() => void socket.destroy())
    return socket
  }
  return { app, counts, open }
}

const get = (path: string) => `GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`

test('a connection whose response is never read is closed after the write timeout', async () => {
  const { app, open } = await server({ writeTimeoutMs: 200 })
  const ended = new Promise((done) => app.server.once('connection', (socket) => socket.once('close', done)))
  const socket = open()

  socket.pause()
  socket.write(get('/large'))
  // Sending data does not prove that the client reads.
  const timer = setInterval(() => socket.write('G'), 50)
  onTestFinished(() => clearInterval(timer))

  await ended
})

test('a slow reader that makes progress receives the whole response', async () => {
  const { open } = await server({ writeTimeoutMs: 1_000 })
  const socket = open()
  socket.write(get('/large'))

  // Takes longer than the timeout in total.
  let received = 0
  for await (const chunk of socket) {
    if (Math.floor((received + chunk.length) / 1024 ** 2) > Math.floor(received / 1024 ** 2)) await sleep(40)
    received += chunk.length
    if (received >= 30 * 1024 ** 2) break
  }

  expect(received).toBeGreaterThanOrEqual(30 * 1024 ** 2)
})

test('a connection without a request in progress is not closed by the write timeout', async () => {
  const { open } = await server({ writeTimeoutMs: 50 })
  const socket = open()
  socket.write(get('/'))
  await once(socket, 'data')

  await sleep(300)
  socket.write(get('/'))

  expect(String((await once(socket, 'data'))[0])).toContain('200 OK')
})

test('pipelined requests over the limit are refused', async () => {
  const { counts, open } = await server({ maxPipelined: 4 })

  open().write(get('/never').repeat(200))
  await sleep(300)

  expect(counts.waiting).toBe(4)
})

test('connections of one address are limited, those of another address are not affected', async () => {
  const { open } = await server({ maxConnectionsPerAddress: 3 })
  const first = [open(), open(), open()]
  await Promise.all(first.map((socket) => once(socket, 'connect')))

  const fourth = open()
  await once(fourth, 'close')
  const other = open('127.0.0.2')
  other.write(get('/'))

  expect(String((await once(other, 'data'))[0])).toContain('200 OK')
})

test('a closed connection frees a slot of its address', async () => {
  const { app, open } = await server({ maxConnectionsPerAddress: 1 })
  const first = open()
  await once(first, 'connect')
  first.destroy()
  await expect.poll(() => new Promise((done) => app.server.getConnections((_, count) => done(count)))).toBe(0)

  const second = open()
  second.write(get('/'))

  expect(String((await once(second, 'data'))[0])).toContain('200 OK')
})

test('addresses of trusted proxies are not limited', async () => {
  const { open } = await server({ maxConnectionsPerAddress: 1, trustProxy: ['127.0.0.0/8'] })
  const sockets = [open(), open(), open()]

  for (const socket of sockets) {
    socket.write(get('/'))
    expect(String((await once(socket, 'data'))[0])).toContain('200 OK')
  }
})

test('the total number of connections is limited', async () => {
  const { open } = await server({ maxConnections: 2 })
  const first = [open(), open()]
  for (const socket of first) {
    socket.write(get('/'))
    await once(socket, 'data')
  }

  const third = open()
  third.write(get('/'))

  await once(third, 'close')
  expect(third.bytesRead).toBe(0)
})
