import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { askUntilWell } from './health.ts'
import { notStarted } from './install/start-units.ts'

test('a process that starts is asked until it answers, also one that answers 503 before', async () => {
  let asked = 0
  const server = createServer((_, response) => {
    asked++
    response.writeHead(asked < 3 ? 503 : 200).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo

  const answers = await askUntilWell([port], { host: '0.0.0.0' }, { maxMs: 30_000, intervalMs: 5 })

  expect(answers).toEqual([{ port, isWell: true, text: 'answers' }])
  expect(asked).toBe(3)
})

test('a port without a process does not answer, after the time is over', async () => {
  expect(await askUntilWell([1], { host: '127.0.0.1' }, { maxMs: 20, intervalMs: 5 })).toEqual([
    { port: 1, isWell: false, text: 'does not answer' },
  ])
})

test('a process that was started and does not answer is told with its last lines', () => {
  const unit = 'tipdrop@3000.service'

  expect(notStarted({ unit, text: 'does not answer', log: 'one\ntwo\n' })).toBe(
    'tipdrop@3000.service does not answer after 60 seconds. Its last lines:\n  one\n  two\nNext:\n  sudo tipdrop logs\n  sudo tipdrop status',
  )
  expect(notStarted({ unit, text: 'does not answer', log: '' })).toContain('It has written no line.')
})
