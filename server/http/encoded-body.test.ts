import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { encodedBody } from './encoded-body.ts'

test('encode picks an encoding that the browser accepts', async () => {
  const body = encodedBody('<p>1</p>')

  const br = await body.encode('gzip, deflate, br')

  expect(br.encoding).toBe('br')
  expect(brotliDecompressSync(br.bytes).toString()).toBe('<p>1</p>')
  expect((await body.encode('gzip')).encoding).toBe('gzip')
  expect((await body.encode('br;q=0, gzip;q=0.5')).encoding).toBe('gzip')
  expect((await body.encode('gzip;q=0, br; q=0.0')).encoding).toBeUndefined()
  expect(await body.encode(undefined)).toEqual({ bytes: Buffer.from('<p>1</p>') })
})

test('a text is compressed once for each encoding', async () => {
  const body = encodedBody('<p>1</p>')

  const [first, second] = await Promise.all([body.encode('br'), body.encode('br')])

  expect(second).toBe(first)
  expect(await body.encode('gzip')).not.toBe(first)
})
