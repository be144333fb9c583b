import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { getSignInMethods, getUser, startOidcSignIn } from '../../../../contract/accounts.ts'
import { getMonthlyReports } from '../../../../contract/admin-payouts.ts'
import { type Claims, client, startOidcProvider } from '../../../../tests/support/oidc-provider.ts'
import { createTestApp, type Visitor } from '../../../../tests/support/test-app.ts'
import { oauthAccounts, sessions, users } from '../../../db/schema/index.ts'

const backTo = 'http://localhost:3000/api/identity/callback/oidc'

const oidcEnv = (issuer: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: client.id,
  OIDC_CLIENT_SECRET: client.secret,
})

async function withProvider(people: Record<string, Claims>) {
  const provider = await startOidcProvider(people, { backTo })
  const w = await createTestApp({ env: oidcEnv(provider.issuer) })

  /** The complete OpenID flow; returns our last response. */
  async function signsIn(visitor: Visitor, who: string, returnTo = '/dashboard') {
    const redirect = await visitor.call(startOidcSignIn, { query: { returnTo } })
    const callbackUrl = new URL(await provider.asks(String(redirect.headers.location), who))
    const response = await visitor.send('GET', callbackUrl.pathname + callbackUrl.search)
    return { status: response.statusCode, location: response.headers.location, callbackUrl }
  }

  return { ...w, w, provider, signsIn }
}

const mara = { email: 'mara@example.com', email_verified: true, name: 'Mara Lind' }

test('a user of the provider is signed in and redirected to the return page', async () => {
  const { w, signsIn } = await withProvider({ mara })
  const visitor = w.visitor()

  const { status, location, callbackUrl } = await signsIn(visitor, 'mara', '/upload')

  expect(callbackUrl.href).toContain(`${backTo}?code=`)
  expect([status, location]).toEqual([302, '/upload'])
  expect((await visitor.call(getUser)).body).toMatchObject({ email: mara.email, firstName: 'Mara Lind' })
})

test('the sign-in page gets the provider’s name, or none', async () => {
  const { w, provider } = await withProvider({ mara })
  const plain = await createTestApp()

  expect((await w.visitor().call(getSignInMethods)).body).toEqual({ oidc: new URL(provider.issuer).host })
  expect((await plain.visitor().call(getSignInMethods)).body).toEqual({ oidc: null })
  expect((await plain.visitor().call(startOidcSignIn)).status).toBe(404)
})

test('a verified email signs in to its existing account', async () => {
  const { w, signsIn } = await withProvider({ mara })
  const before = await w.creator(mara.email)
  const visitor = w.visitor()

  await signsIn(visitor, 'mara')

  expect((await visitor.call(getUser)).body.id).toBe(Number(before.id))
})

test('a changed email at the provider stays the same account', async () => {
  const accounts: Record<string, Claims> = { mara: { ...mara } }
  const { w, signsIn } = await withProvider(accounts)
  const [first, second] = [w.visitor(), w.visitor()]
  await signsIn(first, 'mara')

  accounts.mara = { email: 'other@example.com', email_verified: true }
  await signsIn(second, 'mara')

  expect((await second.call(getUser)).body).toEqual((await first.call(getUser)).body)
})

test.each([false, undefined, 'false', 0, null])(
  'an email with email_verified %j neither creates nor links an account',
  async (verified) => {
    const { w, signsIn } = await withProvider({
      fresh: { email: 'fresh@example.com', email_verified: verified },
      thief: { email: mara.email, email_verified: verified },
    })
    const owner = await w.creator(mara.email)
    const visitor = w.visitor()

    const fresh = await signsIn(visitor, 'fresh')
    const thief = await signsIn(visitor, 'thief')

    expect(fresh.location).toBe('/sign-in?returnTo=%2Fdashboard&error=email_not_verified')
    expect(thief.location).toBe('/sign-in?returnTo=%2Fdashboard&error=account_not_linked')
    expect((await visitor.call(getUser)).status).toBe(401)
    expect((await w.db.select().from(users)).map(({ id }) => id)).toEqual([owner.id])
    expect(await w.db.select().from(oauthAccounts)).toEqual([])
  },
)

test('only the account with the verified admin email is the admin', async () => {
  const { w, signsIn } = await withProvider({
    boss: { email: 'admin@example.com', email_verified: true },
    claimed: { email: 'admin@example.com', email_verified: false },
    alike: { email: 'admın@example.com', email_verified: true },
    spaced: { email: ' admin@example.com', email_verified: true },
    tagged: { email: 'admin+x@example.com', email_verified: true },
  })

  for (const who of ['claimed', 'alike', 'spaced', 'tagged']) {
    const visitor = w.visitor()
    await signsIn(visitor, who)
    expect((await visitor.call(getMonthlyReports)).status, who).not.toBe(200)
    expect((await visitor.call(getUser)).body, who).not.toMatchObject({ isAdmin: true })
  }
  const boss = w.visitor()
  await signsIn(boss, 'boss')
  expect((await boss.call(getUser)).body.isAdmin).toBe(true)
})

test('a suspended user cannot sign in through the provider either', async () => {
  const { w, signsIn } = await withProvider({ mara })
  const before = await w.creator(mara.email)
  await w.probe.updateUser(before.id, { suspendedAt: w.clock.now() })
  const visitor = w.visitor()

  const { location } = await signsIn(visitor, 'mara')

  expect(location).toBe('/sign-in?returnTo=%2Fdashboard&error=account_suspended')
  expect((await visitor.call(getUser)).status).toBe(401)
})

test('a flow started in another browser cannot be finished in this one', async () => {
  const { w, provider } = await withProvider({ mara })
  const redirect = await w.visitor().call(startOidcSignIn)
  const callbackUrl = new URL(await provider.asks(String(redirect.headers.location), 'mara'))
  const victim = w.visitor()

  const response = await victim.send('GET', callbackUrl.pathname + callbackUrl.search)

  expect(response.headers.location).toMatch(/^\/sign-in\?.*error=\w+$/)
  expect((await victim.call(getUser)).status).toBe(401)
})

test.each([
  '?code=x&state=forged',
  '?state=forged',
  '?error=access_denied',
  '',
  '?code=x',
  '?error=x&error_description=https://evil.example',
])('a callback with %j signs no one in and stays on this site', async (query) => {
  const { w } = await withProvider({ mara })
  const visitor = w.visitor()

  for (const name of ['oidc', 'google', '..%2f']) {
    const response = await visitor.send('GET', `/api/identity/callback/${name}${query}`)
    expect([302, 400, 404]).toContain(response.statusCode)
    if (response.statusCode === 302) expect(response.headers.location).toMatch(/^\/sign-in\?/)
  }
  expect((await visitor.call(getUser)).status).toBe(401)
})

test.each([
  '//evil.example',
  'https://evil.example',
  'https://good@evil.example',
  '/\\evil.example',
  '/%2f%2fevil.example',
  '/.//evil.example',
  '/..//evil.example',
  '/%2e//evil.example',
  '/x/../..//evil.example',
  '/a/%2e%2e//evil.example',
])('signing in through the provider with return path %j ends at /', async (returnTo) => {
  const { w, signsIn } = await withProvider({ mara })

  expect((await signsIn(w.visitor(), 'mara', returnTo)).location).toBe('/')
})

test('signing in through the provider ends the browser’s previous session', async () => {
  const { w, signsIn } = await withProvider({ mara })
  const before = await w.creator('nils@example.com')
  const copy = w.visitor()
  for (const [name, value] of before.cookies) copy.cookies.set(name, value)

  await signsIn(before, 'mara')

  expect((await copy.call(getUser)).status).toBe(401)
  expect((await before.call(getUser)).body.email).toBe(mara.email)
  expect(await w.db.select().from(sessions)).toHaveLength(1)
})

test('an unresponsive provider does not block the start and is tried again', async () => {
  const unresponsiveServer = createServer()
  await new Promise<void>((resolve) => unresponsiveServer.listen(0, '127.0.0.1', resolve))
  const { port } = unresponsiveServer.address() as AddressInfo
  await new Promise((done) => unresponsiveServer.close(done))
  const w = await createTestApp({ env: oidcEnv(`http://127.0.0.1:${port}`) })

  const first = await w.visitor().call(startOidcSignIn, { query: { returnTo: '/upload' } })
  const discoveryServer = createServer((_, response) => {
    const at = (path: string) => `http://127.0.0.1:${port}${path}`
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        issuer: at(''),
        authorization_endpoint: at('/auth'),
        token_endpoint: at('/token'),
        jwks_uri: at('/jwks'),
        id_token_signing_alg_values_supported: ['RS256'],
      }),
    )
  })
  await new Promise<void>((done) => discoveryServer.listen(port, '127.0.0.1', done))
  const second = await w.visitor().call(startOidcSignIn, { query: { returnTo: '/upload' } })
  await new Promise((done) => discoveryServer.close(done))

  expect(first.headers.location).toBe('/sign-in?returnTo=%2Fupload&error=provider_unreachable')
  expect(second.headers.location).toContain(`http://127.0.0.1:${port}/auth?`)
})
