import { afterEach, expect, test, vi } from 'vitest'
import { findFileProblem } from './file-problem.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  [200, undefined],
  [206, undefined],
  [403, 'ended'],
  [404, 'removed'],
  [410, 'removed'],
  [429, 'busy'],
  [500, 'busy'],
  [503, 'busy'],
])('the answer %i to a file means %s', async (status, problem) => {
  vi.stubGlobal('fetch', async () => new Response(null, { status }))

  expect(await findFileProblem('/access/token/file?part=7')).toBe(problem)
})

test('a connection that fails is a lost one', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))

  expect(await findFileProblem('/access/token/file?part=7')).toBe('offline')
})
