import { expect, test } from 'vitest'
import { getUser } from '../../contract/accounts.ts'
import { startWithSecrets } from '../../tests/support/other-process.ts'
import { createTestApp } from '../../tests/support/test-app.ts'

const oldSecret = '0123456789abcdef'.repeat(2)
const newSecret = 'fedcba9876543210'.repeat(2)

// tests/secret-rotation.test.ts has the cookies that are signed again.
test('a cookie with a forged signature stays signed out', async () => {
  const w = await createTestApp({ env: { SESSION_SECRET: oldSecret } })
  const { cookies } = await w.creator()
  const forged = new Map([...cookies].map(([name, value]) => [name, `x${value}`]))

  const process = await startWithSecrets(w, [newSecret, oldSecret])

  expect((await process.visitor(forged).call(getUser)).status).toBe(401)
})
