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
    return { get, text: () => received.join('') }
  }
  return { app, closing, open, release }
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

test('new requests wait while a running one finishes, and get 503 once the port is closed', async () => {
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
  expect(api.text()).toMatch(/^HTTP\/1\.1 503 [\s\S]*retry-after: 2[\s\S]*"code":"unavailable"/i)
  expect(page.text()).toMatch(/^HTTP\/1\.1 503 [\s\S]*<p>We’ll be back in a moment/i)
})

test('a connection accepted before the port closed is answered', async () => {
  const { closing, open } = await server({ maxFirstRequestMs: 60_000 })
  const client = await open()

  const stopped = closing.stopAccepting()
  await new Promise((done) => setTimeout(done, 100))
  client.get('/')
  await stopped

  expect(client.text()).toContain('503 Service Unavailable')
})
