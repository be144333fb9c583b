import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { gracefulClose } from './graceful-close.ts'

/** A server whose response to /held is released by the test. */
async function server(options: Parameters<typeof gracefulClose>[1] = {}) {
  const app = Fastify({ forceCloseConnections: true })
  const release: Array<() => void> = []
  app.get('/held', () => new Promise((done) => release.push(() => done('held'))))
  app.get('/', async () => 'hello')
  let orders = 0
  app.post('/orders', async () => `order ${++orders}`)
  const closing = gracefulClose(app.server, { minFirstRequestMs: 1, ...options })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const { port } = app.server.address() as AddressInfo
  /** A separate connection that sends what it is given and collects the response. */
  const open = async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    const received: Array<string> = []
    socket.on('data', (bytes) => received.push(String(bytes)))
    onTestFinished(() => void socket.destroy())
    const get = (path: string, accept = '*/*') =>
      socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: ${accept}\r\n\r\n`)
    const post = (path: string) =>
      socket.write(`POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: 0\r\n\r\n`)
    return { get, post, text: () => received.join('') }
  }
  return { app, closing, open, release, posted: () => orders }
}

test('a running request answers with Connection: close after keep-alive has ended', async () => {
  const { closing, open, release } = await server()
  const client = await open()
  client.get('/held')
  await expect.poll(() => release.length).toBe(1)

  closing.endKeepAlive()
  release[0]?.()

  await expect.poll(client.text).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i)
})

test('new requests wait while a running one finishes, and are answered once the port is closed', async () => {
  const { app, closing, open, release } = await server({ maxDrainMs: 60_000 })
  const running = await open()
  const [api, page] = [await open(), await open()]
  running.get('/held')
  await expect.poll(() => release.length).toBe(1)
  closing.endKeepAlive()

  const stopped = closing.stopAccepting()
  api.get('/')
  page.get('/', 'text/html')
  await new Promise((done) => setTimeout(done, 100))
  const before = [app.server.listening, api.text(), page.text()]
  release[0]?.()
  await stopped

  expect(before).toEqual([true, '', ''])
  expect(app.server.listening).toBe(false)
  expect(running.text()).toContain('200 OK')
  for (const { text } of [api, page])
    expect(text()).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*hello/i)
})

test('a connection accepted before the port closed is answered', async () => {
  const { closing, open } = await server({ maxFirstRequestMs: 60_000 })
  const client = await open()

  const stopped = closing.stopAccepting()
  await new Promise((done) => setTimeout(done, 100))
  client.get('/')
  await stopped

  expect(client.text()).toContain('200 OK')
})

test('POSTs of accepted connections are carried out while the server stops, each once', async () => {
  const { app, closing, open, release, posted } = await server({
    maxDrainMs: 60_000,
    maxFirstRequestMs: 60_000,
  })
  const [running, early, silent] = [await open(), await open(), await open()]
  running.get('/held')
  await expect.poll(() => release.length).toBe(1)

  const stopped = closing.stopAccepting()
  early.post('/orders')
  await new Promise((done) => setTimeout(done, 50))
  release[0]?.()
  await expect.poll(() => app.server.listening).toBe(false)
  silent.post('/orders')
  await stopped

  expect(posted()).toBe(2)
  for (const { text } of [running, early, silent]) expect(text()).toContain('200 OK')
})
