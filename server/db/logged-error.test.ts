import { expect, onTestFinished, test, vi } from 'vitest'
import { errorWithoutValues, loggedError, messageWithoutValues, redactConsoleErrors } from './logged-error.ts'

test('connections and secrets in an error are not logged', () => {
  const error = Object.assign(new Error('lost'), { client: { secretKey: 123, password: 'p' }, code: '57P01' })

  const logged = JSON.stringify(loggedError(new Error('outer', { cause: error })))

  expect(logged).toContain('57P01')
  expect(logged).not.toMatch(/secretKey|password/)
})

test('an error that a library passes as a plain object is redacted too', () => {
  const logged = JSON.stringify(
    loggedError({ message: 'refused', stack: 'error: refused', code: '23505', detail: 'Key (email)=(fan)' }),
  )

  expect(logged).toContain('23505')
  expect(logged).not.toContain('fan')
})

test('the errors in an AggregateError are redacted too', () => {
  const inner = Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED', password: 'p' })

  const logged = JSON.stringify(loggedError(new AggregateError([inner], 'all failed')))

  expect(logged).toContain('ECONNREFUSED')
  expect(logged).not.toContain('password')
})

test('an email address in a message of a mail server is masked', () => {
  const error = new Error('550 5.1.1 <fan@example.com>: no such user')

  expect(messageWithoutValues(error)).toBe('550 5.1.1 <[email]>: no such user')
  expect(JSON.stringify(loggedError(error))).not.toContain('fan@example.com')
})

test('an error without values keeps its name and code', () => {
  const error = Object.assign(new Error('Failed query: x\nparams: fan'), {
    query: 'x',
    params: ['fan'],
    code: '25006',
  })

  const clean = errorWithoutValues(error)

  expect(clean).toBeInstanceOf(Error)
  expect(clean).toMatchObject({ message: 'Failed query: x', code: '25006' })
  expect((clean as Error).stack).not.toContain('fan')
})

test('errors that a library writes to the console are redacted', () => {
  const write = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { error, warn } = console
  onTestFinished(() => {
    Object.assign(console, { error, warn })
    write.mockRestore()
  })
  redactConsoleErrors()

  console.error(
    'failed',
    Object.assign(new Error('Failed query: x\nparams: fan'), { query: 'x', params: ['fan'] }),
  )

  expect(write).toHaveBeenCalledOnce()
  expect(JSON.stringify(write.mock.calls)).toContain('Failed query: x')
  expect(JSON.stringify(write.mock.calls)).not.toContain('fan')
})
