import { expect, test } from 'vitest'
import { startupErrorMessage } from './startup-errors.ts'

const context = { port: 3000, dataDir: '/data', databaseUrl: 'postgres://db/x' }
const errorWithCode = (code: string) => Object.assign(new Error(`${code}: something`), { code })

test.each([
  ['EADDRINUSE', 'set PORT'],
  ['EPERM', 'Set DATA_DIR'],
  ['EEXIST', 'Set DATA_DIR'],
  ['ECONNREFUSED', 'DATABASE_URL'],
  ['ENOTFOUND', 'DATABASE_URL'],
  ['28P01', 'DATABASE_URL'],
])('startupErrorMessage of %s says what to set', (code, words) => {
  expect(startupErrorMessage(errorWithCode(code), context)).toContain(words)
})

test('startupErrorMessage of an unexpected error is undefined', () => {
  expect(startupErrorMessage(new TypeError('x is not a function'), context)).toBeUndefined()
})
