import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

type Answer = { status?: number; body: object | string }

/** A double of VIES. `answers` is what it says next; `asked` has every question. Pass `env` to createTestApp. */
export async function startVatRegister(
  first: Answer = { body: { valid: true, name: '---', address: '---' } },
) {
  const asked: Array<unknown> = []
  let answer = first
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => {
        asked.push(JSON.parse(Buffer.concat(chunks).toString()))
        const { status = 200, body } = answer
        response
          .writeHead(status, { 'content-type': 'application/json' })
          .end(typeof body === 'string' ? body : JSON.stringify(body))
      })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  return {
    asked,
    url: `${origin}/check-vat-number`,
    env: {
      VAT_REGISTER: 'vies',
      VIES_URL: `${origin}/check-vat-number`,
      ALLOWED_INSIDE_ORIGINS: origin,
    },
    answers(next: Answer) {
      answer = next
    },
    /** As VIES does while a member state is unavailable. */
    isDown() {
      answer = {
        status: 500,
        body: { actionSucceed: false, errorWrappers: [{ error: 'MS_UNAVAILABLE' }] },
      }
    },
  }
}
