import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { lockDataDir } from './adapters/postgres/running-cluster.ts'
import { isPassingStartError, startupErrorMessage } from './startup-errors.ts'

const context = { port: 3000, dataDir: '/data', databaseUrl: 'postgres://db/x' }
const errorWithCode = (code: string) => Object.assign(new Error(`${code}: something`), { code })
const connectError = (code: string, to: object) =>
  Object.assign(errorWithCode(code), { syscall: 'connect', ...to })

test.each([
  ['EADDRINUSE', 'set PORT'],
  ['EPERM', 'Set DATA_DIR'],
  ['EEXIST', 'Set DATA_DIR'],
])('startupErrorMessage of %s says what to set', (code, words) => {
  expect(startupErrorMessage(errorWithCode(code), context)).toContain(words)
})

test.each([
  ['refused', connectError('ECONNREFUSED', { address: '10.0.0.1', port: 5432 })],
  ['without an address', connectError('ENOTFOUND', { syscall: 'getaddrinfo', hostname: 'db' })],
  ['with a wrong password', Object.assign(errorWithCode('28P01'), { severity: 'FATAL' })],
])('startupErrorMessage of a connection that is %s names DATABASE_URL', (_, error) => {
  expect(startupErrorMessage(error, context)).toMatch(/^Cannot connect to the database in DATABASE_URL \(/)
})

test('startupErrorMessage of an unexpected error is undefined', () => {
  expect(startupErrorMessage(new TypeError('x is not a function'), context)).toBeUndefined()
})

test('a data folder that another process holds is an error that passes, with its sentence', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'held-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  onTestFinished(lockDataDir(folder))

  let error: unknown
  try {
    lockDataDir(folder)
  } catch (thrown) {
    error = thrown
  }

  expect(isPassingStartError(error)).toBe(true)
  expect(startupErrorMessage(error, {})).toContain(`is using the data in ${folder}`)
  expect(isPassingStartError(new Error('Another one'))).toBe(false)
})
