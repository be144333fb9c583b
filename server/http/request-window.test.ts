import { expect, test } from 'vitest'
import { requestWindow } from './rate-limit.ts'

test('a key is refused after its maximum until the window ends, and other keys are not', () => {
  let now = 1_000
  const countRequest = requestWindow({ max: 2, windowMs: 60_000, sentence: 'Enough.', now: () => now })
  for (const key of ['a', 'a', 'b']) countRequest(key)
  now += 20_500

  expect(() => countRequest('a')).toThrow(
    expect.objectContaining({ code: 'rate_limited', message: 'Enough.', retryAfterSeconds: 40 }),
  )
  expect(() => countRequest('b')).not.toThrow()
  now += 39_500
  expect(() => countRequest('a')).not.toThrow()
})
