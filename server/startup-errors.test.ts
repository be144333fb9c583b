import { expect, test } from 'vitest'
import { startupErrorMessage } from './startup-errors.ts'

const place = { port: 3000, dataDir: '/data', databaseUrl: 'postgres://db/x' }
const failing = (code: string) => Object.assign(new Error(`${code}: something`), { code })

test.each([
  ['EADDRINUSE', 'set PORT'],
  ['EPERM', 'Set DATA_DIR'],
  ['EEXIST', 'Set DATA_DIR'],
  ['ECONNREFUSED', 'DATABASE_URL'],
  ['ENOTFOUND', 'DATABASE_URL'],
  ['28P01', 'DATABASE_URL'],
])('a start that fails with %s says what to set', (code, words) => {
  expect(startupErrorMessage(failing(code), place)).toContain(words)
})

test('an unexpected error is shown with its stack', () => {
  expect(startupErrorMessage(new TypeError('x is not a function'), place)).toBeUndefined()
})
