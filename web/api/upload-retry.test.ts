import { expect, test } from 'vitest'
import { ApiError, networkError } from './api-error.ts'
import { retryDelayMs, waitReasonOf } from './upload-retry.ts'

const refusal = (status: number, code = '') =>
  new ApiError(status, '', JSON.stringify({ code, message: 'No.' }))

test.each([
  ['no answer', networkError(), 'connection'],
  ['another request that holds the file', refusal(423, 'locked'), 'connection'],
  ['a server that fails', refusal(500, 'internal'), 'connection'],
  ['a server that restarts', refusal(503, 'unavailable'), 'connection'],
  ['a store that is away', refusal(503, 'store_unavailable'), 'storage'],
  ['a store without room', refusal(507, 'insufficient_storage'), 'space'],
  ['a question by HEAD to a store without room', new ApiError(507, '', ''), 'space'],
] as const)('an upload waits and retries after %s', (_, error, reason) => {
  expect(waitReasonOf(error)).toBe(reason)
})

test.each([400, 401, 403, 404, 413])('an upload does not retry after %i', (status) => {
  expect(waitReasonOf(refusal(status))).toBeUndefined()
})

test('the delay between retries doubles up to its maximum', () => {
  expect([0, 1, 2, 3, 4, 9].map((failures) => retryDelayMs(failures, 'connection'))).toEqual([
    1_000, 2_000, 4_000, 8_000, 15_000, 15_000,
  ])
  expect(retryDelayMs(20, 'storage')).toBe(30_000)
  expect(retryDelayMs(20, 'space')).toBe(60_000)
})
