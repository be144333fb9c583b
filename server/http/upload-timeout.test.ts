import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import multipart from '@fastify/multipart'
import Fastify, { type FastifyInstance } from 'fastify'
import { expect, onTestFinished, test } from 'vitest'
import { createContent } from '../../contract/content.ts'
import { registerErrorHandler } from './errors.ts'
import { imageQueue } from './images.ts'
import { formMemory, formReader } from './multipart.ts'

/** Reads forms as the publish route does, with a limit of 200 ms for what is in memory. */
async function startServer() {
  const app: FastifyInstance = Fastify()
  await app.register(multipart)
  registerErrorHandler(app, { recordWriteError: () => undefined, isUnavailable: async () => false })
  const memory = formMemory({ maxBytesPerPerson: 100, maxBytes: 100 })
  const read = formReader(createContent, { maxUploadBytes: 1_000, memory, readTimeoutMs: 200 })
  const runImageTask = imageQueue()
  const { promise: fileBegan, resolve: resolveFileBegan } = Promise.withResolvers<void>()
  app.post('/', async (request) => {
    for await (const part of read(request, 'mara').parts) {
      if (part.kind === 'field') continue
      if (part.name === 'file') resolveFileBegan()
      const picture = { bytes: part.bytes, tooLarge: () => new Error('too large') as never }
      await runImageTask('mara', picture, async () => undefined)
    }
    return 'done'
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  onTestFinished(() => app.close())
  return { port: (app.server.address() as AddressInfo).port, memory, fileBegan }
}

/** Sends the start of a form and never its end. */
async function sendStart(port: number, start: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.on('error', () => undefined)
  socket.write(
    'POST / HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: multipart/form-data; boundary=b\r\ntransfer-encoding: chunked\r\n\r\n',
  )
  socket.write(`${Buffer.byteLength(start).toString(16)}\r\n${start}\r\n`)
  const [response] = await once(socket, 'data')
  return String(response)
}

test.each([
  ['an image', 'name="previewImage"; filename="a.png"'],
  ['a text field', 'name="title"'],
])('%s that never ends is refused after the read timeout and frees its memory', async (_, disposition) => {
  const { port, memory } = await startServer()

  const response = await sendStart(
    port,
    `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${'a'.repeat(80)}`,
  )

  expect(response).toMatch(/^HTTP\/1.1 400 /)
  expect(response).toContain('This form took too long to arrive.')
  expect(() => memory.open('mara').add(100)).not.toThrow()
})

test('an image uses no form memory while the next file is received', async () => {
  const { port, memory, fileBegan } = await startServer()
  const head = (disposition: string) => `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n`
  const picture = `${head('name="previewImage"; filename="a.png"')}${'a'.repeat(80)}\r\n`

  void sendStart(port, `${picture}${head('name="file"; filename="a.bin"')}x`).catch(() => undefined)
  await fileBegan

  expect(() => memory.open('mara').add(100)).not.toThrow()
})
