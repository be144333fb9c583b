import { expect, onTestFinished, test, vi } from 'vitest'
import { cutErrorsOnConsole, errorWithoutValues, loggedError, messageWithoutValues } from './logged-error.ts'

test('no connection and no secret goes to the log with an error', () => {
  const error = Object.assign(new Error('lost'), { client: { secretKey: 123, password: 'p' }, code: '57P01' })

  const logged = JSON.stringify(loggedError(new Error('outer', { cause: error })))

  expect(logged).toContain('57P01')
  expect(logged).not.toMatch(/secretKey|password/)
})

test('an error that a library hands on as a plain object is cut in the same way', () => {
  const logged = JSON.stringify(
    loggedError({ message: 'refused', stack: 'error: refused', code: '23505', detail: 'Key (email)=(fan)' }),
  )

  expect(logged).toContain('23505')
  expect(logged).not.toContain('fan')
})

test('the errors inside an AggregateError are cut too', () => {
  const inner = Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED', password: 'p' })

  const logged = JSON.stringify(loggedError(new AggregateError([inner], 'all failed')))

  expect(logged).toContain('ECONNREFUSED')
  expect(logged).not.toContain('password')
})

test('an email address in a message, as mail servers send them, is masked', () => {
  const error = new Error('550 5.1.1 <fan@example.com>: no such user')

  expect(messageWithoutValues(error)).toBe('550 5.1.1 <[email]>: no such user')
  expect(JSON.stringify(loggedError(error))).not.toContain('fan@example.com')
})

test('the error without values is an error of the same name and code', () => {
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

test('what a library writes to the console is cut as well', () => {
  const write = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const { error, warn } = console
  onTestFinished(() => {
    Object.assign(console, { error, warn })
    write.mockRestore()
  })
  cutErrorsOnConsole()

  console.error(
    'failed',
    Object.assign(new Error('Failed query: x\nparams: fan'), { query: 'x', params: ['fan'] }),
  )

  expect(write).toHaveBeenCalledOnce()
  expect(JSON.stringify(write.mock.calls)).toContain('Failed query: x')
  expect(JSON.stringify(write.mock.calls)).not.toContain('fan')
})
