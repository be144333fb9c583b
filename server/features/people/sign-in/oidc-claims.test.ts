/**
 * Further claims; `oidc.test.ts` signs in by OpenID in the gate.
 *
 * @module-tag long
 */
import { expect, test } from 'vitest'
import { getUser, startOidcSignIn } from '../../../../contract/accounts.ts'
import { getAdminOverview } from '../../../../contract/inbox.ts'
import { setPayoutMethod } from '../../../../contract/payouts.ts'
import { requestEmailChange } from '../../../../contract/settings.ts'
import { type Lie, startLyingOidcProvider, verified } from '../../../../tests/support/lying-oidc-provider.ts'
import { client } from '../../../../tests/support/oidc-provider.ts'
import { createTestApp, type Visitor } from '../../../../tests/support/test-app.ts'
import { oauthAccounts, users } from '../../../db/schema/index.ts'
import { claimOwnership } from '../accounts/ownership.ts'

async function setup() {
  const provider = await startLyingOidcProvider()
  const w = await createTestApp({
    env: { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret },
  })
  async function signsIn(visitor: Visitor, lie: Lie & { callback?: Record<string, unknown> } = {}) {
    const redirect = await visitor.call(startOidcSignIn)
    const { headers } = await visitor.send('GET', provider.answers(String(redirect.headers.location), lie))
    return String(headers.location)
  }
  return { w, provider, signsIn }
}

const seconds = (offset: number) => Math.floor(Date.now() / 1_000) + offset
const others = ['tips', 'other']

test.each<[string, Lie]>([
  ['a correct answer', {}],
  ['the email in the id_token', { idToken: verified, userInfo: { sub: 'unused' } }],
  ['azp of this site', { idToken: { aud: others, azp: 'tips' } }],
])('%s signs in', async (_, lie) => {
  const { w, signsIn } = await setup()
  const visitor = w.visitor()

  await signsIn(visitor, lie)

  expect((await visitor.call(getUser)).body).toMatchObject({ email: verified.email, firstName: 'Mara Lind' })
  expect((await w.db.select().from(oauthAccounts)).map(({ accountId }) => accountId)).toEqual(['s1'])
})

test.each<[string, Lie & { callback?: Record<string, unknown> }]>([
  ['no id_token', { signedBy: 'absent' }],
  ['an id_token of another key', { signedBy: 'other key' }],
  ['an unsigned id_token', { signedBy: 'none' }],
  ['an id_token signed with the client secret', { signedBy: 'HS256' }],
  ['another issuer in the id_token', { idToken: { iss: 'https://other.example' } }],
  ['no issuer in the id_token', { idToken: { iss: undefined } }],
  ['another audience', { idToken: { aud: 'other' } }],
  ['no audience', { idToken: { aud: undefined } }],
  ['several audiences and azp of another', { idToken: { aud: others, azp: 'other' } }],
  ['one audience and azp of another', { idToken: { azp: 'other' } }],
  ['several audiences without azp', { idToken: { aud: others } }],
  ['an expired id_token', { idToken: { exp: seconds(-600) } }],
  ['no expiry', { idToken: { exp: undefined } }],
  ['no time of issue', { idToken: { iat: undefined } }],
  ['a future nbf', { idToken: { nbf: seconds(600) } }],
  ['another nonce', { idToken: { nonce: 'other' } }],
  ['no nonce', { idToken: { nonce: undefined } }],
  ['no sub', { idToken: { sub: undefined } }],
  ['an empty sub', { idToken: { sub: '' } }],
  ['a sub that is no text', { idToken: { sub: ['s1'] } }],
  ['a sub with NUL', { idToken: { sub: 's\u00001' }, userInfo: { sub: 's\u00001' } }],
  ['the userinfo of another sub', { userInfo: { sub: 'other' } }],
  ['a userinfo without sub', { userInfo: { sub: undefined } }],
  ['no iss on the callback', { callback: { iss: undefined } }],
  ['another iss on the callback', { callback: { iss: 'https://other.example' } }],
])('%s signs no one in', async (_, lie) => {
  const { w, signsIn } = await setup()
  const owner = await w.creator(verified.email)
  const visitor = w.visitor()

  const location = await signsIn(visitor, lie)

  expect(location).toMatch(/^\/sign-in\?.*error=(?!internal)\w+/)
  expect((await visitor.call(getUser)).status).toBe(401)
  expect((await w.db.select().from(users)).map(({ id }) => id)).toEqual([owner.id])
  expect(await w.db.select().from(oauthAccounts)).toEqual([])
})

test.each([
  'a\u0000@example.com',
  [verified.email],
  { toString: 1 },
  42,
  '',
  null,
  undefined,
  `${'a'.repeat(300)}@example.com`,
])('the email %j counts as unverified', async (email) => {
  const { w, signsIn } = await setup()
  const visitor = w.visitor()

  const location = await signsIn(visitor, { userInfo: { email } })

  expect(location).toBe('/sign-in?returnTo=%2F&error=email_not_verified')
  expect(await w.db.select().from(users)).toEqual([])
})

test('metadata of another issuer is not used', async () => {
  const provider = await startLyingOidcProvider()
  provider.answers(`${provider.issuer}/auth`, { metadata: { issuer: 'https://other.example' } })
  const w = await createTestApp({
    env: { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret },
  })

  const { headers } = await w.visitor().call(startOidcSignIn)

  expect(headers.location).toBe('/sign-in?returnTo=%2F&error=provider_unreachable')
})

test('a sign-in by the provider is never a recent one; a code is', async () => {
  const { w, signsIn } = await setup()
  const visitor = w.visitor()
  await signsIn(visitor)
  const payout = { payoutMethod: 'paypal', payoutEmail: 'thief@example.com' }

  const refused = [
    await visitor.call(setPayoutMethod, { body: payout }),
    await visitor.call(requestEmailChange, { body: { email: 'new@example.com' } }),
  ]
  const signedIn = await w.signsIn(visitor, verified.email)
  const withCode = await signedIn.call(setPayoutMethod, { body: payout })
  await signsIn(visitor)
  const again = await visitor.call(setPayoutMethod, { body: payout })

  for (const { status, body } of [...refused, again])
    expect([status, body]).toMatchObject([403, { code: 'reauthentication_required' }])
  expect(withCode.status).toBe(200)
})

test('the owner’s former address at the provider does not give the role again', async () => {
  const { w, signsIn } = await setup()
  await w.creator('admin@example.com')
  await w.db.update(users).set({ email: 'moved@example.com' })
  const visitor = w.visitor()

  await signsIn(visitor, { userInfo: { email: 'admin@example.com' } })
  await claimOwnership(w.ports)

  expect((await visitor.call(getUser)).body).toMatchObject({ email: 'admin@example.com', role: null })
  expect((await visitor.call(getAdminOverview)).status).toBe(403)
})
