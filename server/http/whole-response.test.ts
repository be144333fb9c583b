import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { wholeResponse } from './whole-response.ts'

const parts = { status: 200, headers: { 'content-type': 'text/html', vary: 'accept-encoding' } }

/** A server that sends `/whole` as a whole, `/ordinary` as Node does, and `/held` when the test releases it. */
async function server(body = Buffer.from('hello')) {
  const closed: Array<string> = []
  const held: Array<() => void> = []
  const sendOrdinary = (response: ServerResponse) =>
    response.writeHead(parts.status, { ...parts.headers, 'content-length': body.length }).end(body)
  const http = createServer((request: IncomingMessage, response) => {
    response.once('close', () => closed.push(request.url ?? ''))
    if (request.url === '/held') return held.push(() => sendOrdinary(response))
    if (request.url === '/ordinary') return sendOrdinary(response)
    return sendWhole(request, response)
  })
  const sendWhole = wholeResponse({ ...parts, body }, http.keepAliveTimeout)
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  onTestFinished(() => void http.close())
  const { port } = http.address() as AddressInfo
  /** Opens a connection, which collects what it receives until the server closes it. */
  const open = async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    onTestFinished(() => void socket.destroy())
    const received: Array<Buffer> = []
    const ended = once(socket, 'end')
    socket.on('data', (bytes) => received.push(bytes))
    const request = (path: string, { version = '1.1', header = 'host: a' } = {}) =>
      `GET ${path} HTTP/${version}\r\n${header}\r\n\r\n`
    const send = (...texts: Array<string>) => socket.write(texts.join(''))
    return { socket, ended, request, send, text: () => Buffer.concat(received).toString('latin1') }
  }
  return { http, open, closed, release: () => held.shift()?.() }
}

test('has the same head and body as a response of Node, and keeps the connection', async () => {
  const { open, closed } = await server()
  const [ordinary, whole] = [await open(), await open()]

  for (const count of [1, 2, 3]) {
    ordinary.send(ordinary.request('/ordinary'))
    whole.send(whole.request('/whole'))
    await expect
      .poll(() => [ordinary, whole].map(({ text }) => text().split('hello').length))
      .toEqual([count + 1, count + 1])
  }

  const withoutDate = (text: string) => text.replace(/Date: .*/g, 'Date').toLowerCase()
  expect(withoutDate(whole.text())).toBe(withoutDate(ordinary.text()))
  expect(closed.filter((path) => path === '/whole')).toHaveLength(3)
})

test('has the date of the second in which it is sent', async () => {
  const { open } = await server()
  const client = await open()
  const dateOf = (text: string) => Date.parse(/Date: (.*)\r\n/.exec(text)?.[1] ?? '')
  client.send(client.request('/whole'))
  await expect.poll(client.text).toContain('hello')
  await new Promise((done) => setTimeout(done, 1_100))
  const sentAt = Date.now()

  client.send(client.request('/whole'))
  await expect.poll(() => client.text().split('hello').length).toBe(3)

  const [first = '', second = ''] = client.text().split('hello')
  expect(dateOf(second)).toBeGreaterThan(dateOf(first))
  expect(dateOf(second)).toBeGreaterThanOrEqual(sentAt - 1_000)
})

test.each([
  ['a client that asks for it', { header: 'host: a\r\nconnection: close' }],
  ['HTTP/1.0', { version: '1.0' }],
])('the connection is closed after the response for %s', async (_, options) => {
  const { open } = await server()
  const client = await open()

  client.send(client.request('/whole', options))
  await client.ended

  expect(client.text()).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*connection: close[\s\S]*\r\n\r\nhello$/i)
})

test('pipelined requests are answered in their order', async () => {
  const { open, release } = await server()
  const client = await open()

  client.send(client.request('/whole'), client.request('/held'), client.request('/whole'))
  await expect.poll(client.text).toContain('hello')
  await new Promise((done) => setTimeout(done, 50))
  const before = client.text().split('hello').length
  release()

  expect(before).toBe(2)
  await expect.poll(() => client.text().split('hello').length).toBe(4)
})

test('a response ends only when a slow client has read it, and the next request waits for it', async () => {
  const body = Buffer.alloc(16 * 1024 ** 2, 'x')
  const { open, closed, http } = await server(body)
  const client = await open()
  client.socket.pause()

  client.send(client.request('/whole'), client.request('/ordinary'))
  await new Promise((done) => setTimeout(done, 100))
  const closedBefore = [...closed]
  // Ends idle connections only.
  http.closeIdleConnections()
  client.socket.resume()

  await expect.poll(() => client.text().length, { timeout: 10_000 }).toBeGreaterThan(2 * body.length)
  expect(closedBefore).toEqual([])
  expect(closed).toEqual(['/whole', '/ordinary'])
})

test('a client that leaves in the middle of a response ends it', async () => {
  const { open, closed } = await server(Buffer.alloc(16 * 1024 ** 2, 'x'))
  const client = await open()
  client.socket.pause()
  client.send(client.request('/whole'))
  await new Promise((done) => setTimeout(done, 50))

  client.socket.destroy()

  await expect.poll(() => closed).toEqual(['/whole'])
})
