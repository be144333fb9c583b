import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { closeSlowBodies } from './slow-bodies.ts'

/** A server that waits for whole bodies, in a hurry: 1,000 bytes in 200 ms. */
async function server() {
  const app = Fastify()
  closeSlowBodies(app, { patience: 200, leastProgress: 1_000, look: 20 })
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  app.post('/', async ({ body }) => ({ received: (body as Buffer).length }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  const address = app.server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  const { port } = address
  return (type: string, length: number) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(`POST / HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`)
    return socket
  }
}

/** However the connection ends: a reset is an end too, which `once` would take for a failure. */
function closed(socket: Socket): Promise<void> {
  return new Promise((done) => socket.once('close', () => done()))
}

async function drips(socket: Socket, bytes: number, times: number): Promise<void> {
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

test('a form that drips is closed although it drips', async () => {
  const send = await server()
  const socket = send('application/x-thing', 1_000_000)

  void drips(socket, 2_000, 100)

  await closed(socket)
  expect(socket.bytesRead).toBe(0)
})

test('an upload that is slow and comes on is waited for', async () => {
  const send = await server()
  const socket = send('multipart/form-data; boundary=b', 20_000)

  await drips(socket, 1_000, 20)
  const [answer] = await once(socket, 'data')

  expect(String(answer)).toContain('{"received":20000}')
  socket.destroy()
})
