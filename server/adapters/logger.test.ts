import { expect, onTestFinished, test } from 'vitest'
import { createLogger, logConsoleErrors } from './logger.ts'

function logTo(lines: Array<string>, repeatAfterMs: number) {
  return createLogger('trace', { to: { write: (line) => void lines.push(line) }, repeatAfterMs })
}

const refused = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

test('a repeated error is written once per interval', () => {
  const lines: Array<string> = []
  const log = logTo(lines, 60_000)

  for (let i = 0; i < 100; i++) log.error({ err: refused() }, 'queue: error')

  expect(lines).toHaveLength(1)
})

test('the first line after the interval has the count of omitted ones', async () => {
  const lines: Array<string> = []
  const log = logTo(lines, 30)
  for (let i = 0; i < 5; i++) log.error({ err: refused() }, 'queue: error')

  await expect
    .poll(() => {
      log.error({ err: refused() }, 'queue: error')
      return lines.length
    })
    .toBeGreaterThan(1)

  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ msg: 'queue: error', level: 50 })
  expect(JSON.parse(lines[1] ?? '').repeated).toBeGreaterThanOrEqual(4)
})

test('errors with different fields or causes, and lines at level info, are all written', () => {
  const lines: Array<string> = []
  const log = logTo(lines, 60_000)

  log.error({ err: refused(), jobId: 1 }, 'job failed')
  log.error({ err: refused(), jobId: 2 }, 'job failed')
  log.error({ err: new Error('another'), jobId: 2 }, 'job failed')
  log.info({ jobId: 2 }, 'job begins')
  log.info({ jobId: 2 }, 'job begins')

  expect(lines).toHaveLength(5)
})

test('what a library prints as an error is a redacted line of the log, and written once when repeated', () => {
  const { error, warn } = console
  onTestFinished(() => void Object.assign(console, { error, warn }))
  const lines: Array<string> = []
  logConsoleErrors(logTo(lines, 60_000))
  const failed = Object.assign(new Error('Failed query: x\nparams: fan'), { query: 'x', params: ['fan'] })

  for (let i = 0; i < 3; i++) console.error('# SERVER_ERROR: ', failed)
  console.error(failed)
  console.warn('deprecated')

  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 50, msg: '# SERVER_ERROR:', err: { message: 'Failed query: x' } },
    { level: 50, msg: 'printed by a library', err: { message: 'Failed query: x' } },
    { level: 40, msg: 'deprecated' },
  ])
  expect(lines.join()).not.toContain('fan')
})
