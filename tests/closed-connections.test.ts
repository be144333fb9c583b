import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createTestApp } from './support/test-app.ts'

test('clients that reset their connections cause no errors in the log and no outage', async () => {
  const lines: Array<string> = []
  const w = await createTestApp({ logTo: (line) => lines.push(line) })
  const mara = await w.creator()
  await w.app.listen({ port: 0, host: '127.0.0.1' })
  const address = w.app.server.address()
  if (address === null || typeof address === 'string') throw new Error('Not listening')
  const cookie = [...mara.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const head = `HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: ${cookie}\r\n`
  const form = 'content-type: multipart/form-data; boundary=b\r\ncontent-length: 900000\r\n\r\n'
  const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'
  const requests = [
    `GET /sitemap.xml ${head}\r\n`,
    `GET /api/content ${head}\r\n`,
    `GET /p/1 ${head}\r\n`,
    `POST /api/content ${head}${form}${file}${'x'.repeat(100_000)}`,
    `POST /api/account/photo ${head}${form}${file}${'x'.repeat(100_000)}`,
    `POST /api/create-payment-intent ${head}content-type: application/json\r\ncontent-length: 900\r\n\r\n{`,
    `POST /webhooks/stripe ${head}content-type: application/json\r\ncontent-length: 900\r\n\r\n{`,
  ]

  for (let round = 0; round < 10; round++)
    await Promise.all(
      requests.map(async (request) => {
        const socket = connect(address.port, '127.0.0.1')
        socket.on('error', () => undefined)
        socket.write(request)
        await sleep(round * 5)
        socket.resetAndDestroy()
      }),
    )
  await sleep(500)

  const errors = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'error' || level >= 50)
  expect(errors).toEqual([])
  expect((await w.visitor().send('GET', '/health')).statusCode).toBe(200)
})
