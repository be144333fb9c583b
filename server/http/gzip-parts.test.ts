import { randomBytes } from 'node:crypto'
import { createInflateRaw, gunzipSync, inflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compressParts, joinGzip, startGzip, storedPart } from './gzip-parts.ts'

/** Of many chunks, of one, stored, and empty. */
const texts = [randomBytes(150_000).toString('base64'), 'words '.repeat(2_000), 'é', '', 'ü💸'.repeat(500)]

test('each part can be read alone, because it refers to no other', async () => {
  const parts = await compressParts(texts)

  const lastBlock = Buffer.from([3, 0])
  const read = parts.map(({ blocks }) => inflateRawSync(Buffer.concat([blocks, lastBlock])).toString())
  expect(read).toEqual(texts)
})

test('parts in another order, with others between them, are one gzip file', async () => {
  const [first, second, ...others] = await compressParts(texts.toReversed())
  if (!first || !second) throw new Error('Each text is a part')
  const between = storedPart(Buffer.from('x'.repeat(70_000)))

  const file = joinGzip(startGzip([second, first]), [between, ...others])

  const [last = '', secondLast = '', ...rest] = texts.toReversed()
  expect(gunzipSync(file).toString()).toBe([secondLast, last, 'x'.repeat(70_000), ...rest].join(''))
})

test('an error of the stream rejects, and does not end the process', async () => {
  const notCompressed = 'no compressed data, '.repeat(50)

  await expect(compressParts([notCompressed], createInflateRaw())).rejects.toThrow('invalid')
})
