import { expect, test } from 'vitest'
import { AppError } from '../../domain/errors.ts'
import { imageQueue } from './image-queue.ts'

const tooLarge = () => new AppError('payload_too_large', 'too large')
const of = (bytes: number) => ({ bytes: [Buffer.alloc(bytes)], tooLarge })

/** Decoding that ends when the test releases it. */
function pendingDecode() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { decode: () => promise, end: resolve }
}

test('a user’s third image is refused while two are processed, and another user gets a place', async () => {
  const decodeInTurn = imageQueue()
  const { decode, end } = pendingDecode()
  const own = [decodeInTurn('mara', of(10), decode), decodeInTurn('mara', of(10), async () => undefined)]

  await expect(decodeInTurn('mara', of(10), decode)).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfterSeconds: 10,
  })
  const other = decodeInTurn('jonas', of(10), async (bytes) => bytes.length)
  end()

  expect(await other).toBe(10)
  await Promise.all(own)
})

test('images whose bytes never end take no place from others', async () => {
  const decodeInTurn = imageQueue({ maxQueued: 2, maxBufferedBytes: 100 })
  async function* unending() {
    yield Buffer.alloc(60)
    await new Promise(() => undefined)
  }
  for (const person of ['mara', 'mara', 'jonas', 'jonas'])
    void decodeInTurn(person, { bytes: unending(), tooLarge }, async () => undefined)
  await new Promise((resolve) => setImmediate(resolve))

  expect(await decodeInTurn('noor', of(50), async () => 'done')).toBe('done')
  expect(await decodeInTurn('mara', of(50), async () => 'done')).toBe('done')
})

test('a full queue answers 503 with Retry-After to everyone', async () => {
  const decodeInTurn = imageQueue({ maxQueued: 2 })
  const { decode, end } = pendingDecode()
  const first = [decodeInTurn('mara', of(10), decode), decodeInTurn('jonas', of(10), decode)]

  await expect(decodeInTurn('noor', of(10), decode)).rejects.toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 30,
  })
  end()
  await Promise.all(first)

  expect(await decodeInTurn('noor', of(10), async () => 'done')).toBe('done')
})

test('waiting images are limited in total memory', async () => {
  const decodeInTurn = imageQueue({ maxBufferedBytes: 100 })
  const { decode, end } = pendingDecode()
  const first = decodeInTurn('mara', of(80), decode)

  await expect(decodeInTurn('jonas', of(80), decode)).rejects.toMatchObject({ code: 'unavailable' })
  end()
  await first

  expect(await decodeInTurn('jonas', of(80), async () => 'done')).toBe('done')
})

test('an image over 10 MB is rejected while it is read, and its place is freed', async () => {
  const decodeInTurn = imageQueue({ maxQueued: 1 })

  const large = decodeInTurn('mara', of(10 * 1024 ** 2 + 1), async () => 'done')

  await expect(large).rejects.toMatchObject({ code: 'payload_too_large' })
  expect(await decodeInTurn('mara', of(10), async () => 'done')).toBe('done')
})

test('a form field without an image uses no queue slot', async () => {
  const decodeInTurn = imageQueue({ maxQueued: 1 })
  const { decode, end } = pendingDecode()
  const first = decodeInTurn('mara', of(10), decode)

  expect(await decodeInTurn('mara', { bytes: [], tooLarge }, async () => 'done')).toBeUndefined()
  end()
  await first
})
