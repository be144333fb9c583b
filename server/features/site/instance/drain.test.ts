import { expect, test } from 'vitest'
import { getUser } from '../../../../contract/accounts.ts'
import { getHealth } from '../../../../contract/instance.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { readConfig } from '../../../config.ts'

test('a stopping process answers /health with 503 while other routes still work', async () => {
  const w = await createTestApp()
  const creator = await w.creator()
  const before = await w.visitor().call(getHealth)

  await w.drain(0)

  const during = await w.visitor().call(getHealth)
  expect([before.status, during.status]).toEqual([200, 503])
  expect(during.body).toMatchObject({ code: 'unavailable', message: 'This process is stopping.' })
  expect((await creator.call(getUser)).status).toBe(200)
})

test('the drain time is short on a local instance, configurable, and at most three seconds', () => {
  expect(readConfig({}).drainMs).toBe(250)
  expect(readConfig({ DRAIN_MS: '1500' }).drainMs).toBe(1_500)
  expect(() => readConfig({ DRAIN_MS: '3001' })).toThrow('DRAIN_MS must be a whole number from 0 to 3000.')
})
