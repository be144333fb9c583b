import { expect, test } from 'vitest'
import { ApiError, networkError } from './client.ts'
import { retryDelayMs, waitReasonOf } from './upload-retry.ts'

const apiError = (status: number, code = '') =>
  new ApiError(status, '', JSON.stringify({ code, message: 'No.' }))

test.each([
  ['a network error', networkError(), 'connection'],
  ['a lock held by another request', apiError(423, 'locked'), 'connection'],
  ['an internal server error', apiError(500, 'internal'), 'connection'],
  ['a restart of the server', apiError(503, 'unavailable'), 'connection'],
  ['an outage of the object store', apiError(503, 'store_unavailable'), 'storage'],
  ['a full object store', apiError(507, 'insufficient_storage'), 'space'],
  ['a HEAD response, which has no body, from a full object store', new ApiError(507, '', ''), 'space'],
] as const)('an upload waits and retries after %s', (_, error, reason) => {
  expect(waitReasonOf(error)).toBe(reason)
})

test.each([400, 401, 403, 404, 413])('an upload does not retry after the status %i', (status) => {
  expect(waitReasonOf(apiError(status))).toBeUndefined()
})

test('the delay between retries doubles up to its maximum', () => {
  expect([0, 1, 2, 3, 4, 9].map((failures) => retryDelayMs(failures, 'connection'))).toEqual([
    1_000, 2_000, 4_000, 8_000, 15_000, 15_000,
  ])
  expect(retryDelayMs(20, 'storage')).toBe(30_000)
  expect(retryDelayMs(20, 'space')).toBe(60_000)
})
