import { expect, test } from 'vitest'
import { getUser, signOut } from '../../contract/accounts.ts'
import { users } from '../../server/db/schema/index.ts'
import { createTestApp } from '../support/test-app.ts'

const headersOf = (site: string, mode: string, dest: string) => ({
  'sec-fetch-site': site,
  'sec-fetch-mode': mode,
  'sec-fetch-dest': dest,
})

test.each([
  ['an image of a sibling origin', headersOf('same-site', 'no-cors', 'image'), 200],
  ['an image of another site', headersOf('cross-site', 'no-cors', 'image'), 200],
  ['a frame of a sibling origin', headersOf('same-site', 'navigate', 'iframe'), 200],
  ['a script of a sibling origin', headersOf('same-site', 'cors', 'empty'), 200],
  ['a link of another site', headersOf('cross-site', 'navigate', 'document'), 401],
  ['our own page', headersOf('same-origin', 'navigate', 'document'), 401],
  ['our own script', headersOf('same-origin', 'cors', 'empty'), 401],
  ['a typed address', headersOf('none', 'navigate', 'document'), 401],
  ['a browser without such headers', {}, 401],
])('%s: a sign-out leaves %j with %s', async (_, headers, status) => {
  const w = await createTestApp()
  const mara = await w.creator()

  const answer = await mara.send('GET', signOut.path, { headers })

  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/'])
  expect((await mara.call(getUser)).status).toBe(status)
})

test.each(['cross-site', 'same-site'])('a %s request starts no onboarding', async (site) => {
  const w = await createTestApp()
  const mara = await w.creator()

  const { headers } = await mara.send('GET', '/api/sandbox/connect/onboard', {
    headers: headersOf(site, 'navigate', 'document'),
  })
  const [user] = await w.db.select().from(users)

  expect(headers.location).toBe('/connect')
  expect(user?.providerAccountId).toBeNull()
})
