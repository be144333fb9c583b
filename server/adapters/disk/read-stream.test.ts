import { createServer, get } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sendBlocks } from './read-stream.ts'

test('the stream is destroyed when the connection ends while a block is read', async () => {
  const stream = new Readable({ read: () => undefined })
  let reads = 0
  const server = createServer((_, response) => {
    const readInto = async (buffer: Buffer) => {
      reads++
      // The response does not know yet when it gets the second block.
      if (reads === 2) response.socket?.destroy()
      return buffer.length
    }
    void sendBlocks({ stream, response, readInto })
  })
  onTestFinished(() => void server.close())
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo

  get({ port, host: '127.0.0.1', agent: false }, (received) => received.resume().on('error', () => undefined))

  await vi.waitFor(() => expect(stream.destroyed).toBe(true), { timeout: 5_000 })
})
