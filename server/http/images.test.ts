import { expect, test } from 'vitest'
import { AppError } from '../../domain/errors.ts'
import { imageQueue } from './images.ts'

const tooLarge = () => new AppError('payload_too_large', 'too large')
const imageOf = (bytes: number) => ({ bytes: [Buffer.alloc(bytes)], tooLarge })

/** Decoding that ends when the test releases it. */
function pendingDecode() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { decode: () => promise, end: resolve }
}

test('a user’s third image is rejected while two are processed, and another user gets a slot', async () => {
  const runImageTask = imageQueue()
  const { decode, end } = pendingDecode()
  const own = [
    runImageTask('mara', imageOf(10), decode),
    runImageTask('mara', imageOf(10), async () => undefined),
  ]

  await expect(runImageTask('mara', imageOf(10), decode)).rejects.toMatchObject({
    code: 'rate_limited',
    retryAfterSeconds: 10,
  })
  const other = runImageTask('jonas', imageOf(10), async (bytes) => bytes.length)
  end()

  expect(await other).toBe(10)
  await Promise.all(own)
})

test('images whose bytes never end use no slot of others', async () => {
  const runImageTask = imageQueue({ maxQueued: 2, maxBufferedBytes: 100 })
  async function* unending() {
    yield Buffer.alloc(60)
    await new Promise(() => undefined)
  }
  for (const person of ['mara', 'mara', 'jonas', 'jonas'])
    void runImageTask(person, { bytes: unending(), tooLarge }, async () => undefined)
  await new Promise((resolve) => setImmediate(resolve))

  expect(await runImageTask('noor', imageOf(50), async () => 'done')).toBe('done')
  expect(await runImageTask('mara', imageOf(50), async () => 'done')).toBe('done')
})

test('a full queue answers 503 with Retry-After to everyone', async () => {
  const runImageTask = imageQueue({ maxQueued: 2 })
  const { decode, end } = pendingDecode()
  const first = [runImageTask('mara', imageOf(10), decode), runImageTask('jonas', imageOf(10), decode)]

  await expect(runImageTask('noor', imageOf(10), decode)).rejects.toMatchObject({
    code: 'unavailable',
    retryAfterSeconds: 30,
  })
  end()
  await Promise.all(first)

  expect(await runImageTask('noor', imageOf(10), async () => 'done')).toBe('done')
})

test('waiting images are limited in total memory', async () => {
  const runImageTask = imageQueue({ maxBufferedBytes: 100 })
  const { decode, end } = pendingDecode()
  const first = runImageTask('mara', imageOf(80), decode)

  await expect(runImageTask('jonas', imageOf(80), decode)).rejects.toMatchObject({ code: 'unavailable' })
  end()
  await first

  expect(await runImageTask('jonas', imageOf(80), async () => 'done')).toBe('done')
})

test('an image over 10 MB is rejected while it is read, and its slot is freed', async () => {
  const runImageTask = imageQueue({ maxQueued: 1 })

  const large = runImageTask('mara', imageOf(10 * 1024 ** 2 + 1), async () => 'done')

  await expect(large).rejects.toMatchObject({ code: 'payload_too_large' })
  expect(await runImageTask('mara', imageOf(10), async () => 'done')).toBe('done')
})

test('a form field without an image uses no queue slot', async () => {
  const runImageTask = imageQueue({ maxQueued: 1 })
  const { decode, end } = pendingDecode()
  const first = runImageTask('mara', imageOf(10), decode)

  expect(await runImageTask('mara', { bytes: [], tooLarge }, async () => 'done')).toBeUndefined()
  end()
  await first
})
