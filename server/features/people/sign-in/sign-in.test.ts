import { expect, test } from 'vitest'
import {
  getUser,
  requestSignInCode,
  signInWithCode,
  signOut,
  startSignIn,
  updateProfile,
} from '../../../../contract/accounts.ts'
import { latestSignInCode } from '../../../../tests/support/test-app/creator-client.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { signInCodes, users } from '../../../db/schema/index.ts'

const email = 'mara@example.com'

async function requestedCode() {
  const w = await createTestApp()
  const mara = w.visitor()
  await mara.call(requestSignInCode, { body: { email } })
  const code = await latestSignInCode(w.mailbox, email)
  const enter = (enteredCode: string, address = email, client = mara) =>
    client.call(signInWithCode, { body: { email: address, code: enteredCode } })
  const wrong = code.startsWith('1') ? '222 222' : '111 111'
  return { w, mara, code, wrong, enter }
}

test.each([
  ['Europe/Rome', 'Europe/Rome'],
  ['Mars/Olympus_Mons', null],
])('after a sign-in from a browser in %s, times are written by %s', async (timeZone, stored) => {
  const { w, mara, code } = await requestedCode()

  const { status } = await mara.call(signInWithCode, { body: { email, code, timeZone } })

  expect(status).toBe(200)
  expect(await w.db.select({ timeZone: users.timeZone }).from(users)).toEqual([{ timeZone: stored }])
})

test('a six-digit code from the email signs in and creates the account', async () => {
  const { mara, code, enter } = await requestedCode()

  const response = await enter(code)

  expect(code).toMatch(/^\d{3} \d{3}$/)
  expect(response.body).toEqual({
    id: expect.any(Number),
    email,
    firstName: null,
    lastName: null,
    handle: null,
    photoUrl: null,
    payoutEnabled: false,
    payoutMethod: null,
    payoutEmail: null,
    plan: 'creator',
    isAdmin: false,
    needsSecondFactor: false,
    isSelling: false,
    role: null,
  })
  expect((await mara.call(getUser)).body).toEqual(response.body)
})

test('the email in another case is the same account', async () => {
  const { w, code, enter } = await requestedCode()
  const first = await enter(code)
  const attacker = w.visitor()
  await attacker.call(requestSignInCode, { body: { email: ' MARA@Example.COM ' } })

  const response = await enter(await latestSignInCode(w.mailbox, email), 'MARA@EXAMPLE.com', attacker)

  expect(response.body.id).toBe(first.body.id)
})

test('after five wrong attempts the right code is rejected too', async () => {
  const { mara, code, wrong, enter } = await requestedCode()
  for (let i = 0; i < 5; i++) expect((await enter(wrong)).status).toBe(400)

  const response = await enter(code)

  expect(response.status).toBe(400)
  expect(response.body).toMatchObject({ message: 'Too many attempts with this code. Request a new one.' })
  expect((await mara.call(getUser)).status).toBe(401)
})

test('a code signs in once', async () => {
  const { w, code, enter } = await requestedCode()
  await enter(code)

  const again = await enter(code, email, w.visitor())

  expect(again.status).toBe(400)
})

test('a code expires after ten minutes', async () => {
  const { w, code, enter } = await requestedCode()
  w.clock.advance(10 * 60_000)

  const response = await enter(code)

  expect(response.status).toBe(400)
  expect(response.body).toMatchObject({ message: 'This code has expired. Request a new one.' })
})

test('the code is stored as a hash', async () => {
  const { w, code } = await requestedCode()

  const [row] = await w.db.select().from(signInCodes)

  expect(JSON.stringify(row)).not.toContain(code.replace(' ', ''))
})

test('known and unknown emails have the same response', async () => {
  const { w, code, enter } = await requestedCode()
  await enter(code)
  const visitor = w.visitor()
  const requestCode = (address: string) => visitor.call(requestSignInCode, { body: { email: address } })

  const [known, unknown] = [await requestCode(email), await requestCode('nobody@example.com')]
  const [wrongKnown, wrongUnknown] = [
    await enter('000 000', email, visitor),
    await enter('000 000', 'nobody@example.com', visitor),
  ]
  const withoutRequest = await enter('000 000', 'never@example.com', visitor)

  expect(unknown.body).toEqual(known.body)
  expect(wrongUnknown.body).toEqual(wrongKnown.body)
  expect(withoutRequest.status).toBe(wrongKnown.status)
})

test('one email gets at most five codes in ten minutes, in any spelling', async () => {
  const { w } = await requestedCode()
  const visitor = w.visitor()
  const requestCode = (address: string) => visitor.call(requestSignInCode, { body: { email: address } })

  const statuses: Array<number> = []
  for (const address of [email, 'MARA@example.com', ' mara@Example.com', email, email, 'Mara@Example.Com'])
    statuses.push((await requestCode(address)).status)

  expect(statuses).toEqual([200, 200, 200, 200, 429, 429])
  expect((await requestCode('nils@example.com')).status).toBe(200)
})

test.each([
  'a@b.c\r\nbcc: evil@example.com',
  'a@b.c,evil@example.com',
  'Mara <mara@example.com>',
  'mara',
  '',
  'a@b c.de',
])('no code is sent to %j', async (address) => {
  const w = await createTestApp()

  const response = await w.visitor().call(requestSignInCode, { body: { email: address } })

  expect(response.status).toBe(400)
  expect(await w.mailbox.list()).toEqual([])
})

test('each sign-in creates a new session id', async () => {
  const { w, mara, code, enter } = await requestedCode()
  mara.cookies.set('tipdrop.session_token', 'chosen-by-somebody-else')
  await enter(code)
  const first = mara.cookies.get('tipdrop.session_token')
  const again = await w.creator(email)

  expect(first).not.toBe('chosen-by-somebody-else')
  expect(again.cookies.get('tipdrop.session_token')).not.toBe(first)
})

test('a signed-out session ends on the server at once', async () => {
  const { w, mara, code, enter } = await requestedCode()
  await enter(code)
  const thief = w.visitor()
  for (const [name, value] of mara.cookies) thief.cookies.set(name, value)
  expect((await thief.call(getUser)).status).toBe(200)

  const response = await mara.call(signOut)

  expect([response.status, response.headers.location]).toEqual([302, '/'])
  expect((await mara.call(getUser)).status).toBe(401)
  expect((await thief.call(getUser)).status).toBe(401)
})

test('a forged session is rejected', async () => {
  const { w, mara, code, enter } = await requestedCode()
  await enter(code)
  const [token = ''] = (mara.cookies.get('tipdrop.session_token') ?? '').split('.')
  const thief = w.visitor()

  for (const value of [token, `${token}.AAAA`, '', 'x', '%00', `${token}.${'A'.repeat(43)}%3D`]) {
    thief.cookies.set('tipdrop.session_token', value)
    expect((await thief.call(getUser)).status, value).toBe(401)
  }
})

test.each([
  [{}, /^tipdrop\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/],
  [
    {
      PUBLIC_URL: 'https://tips.example.com',
      SESSION_SECRET: '0123456789abcdef'.repeat(2),
      DEMO_MODE: 'true',
    },
    /^__Host-tipdrop\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  ],
])('with %j the session cookie is HttpOnly and SameSite', async (env, flags) => {
  const w = await createTestApp({ env: env as Record<string, string> })
  const mara = w.visitor()
  await mara.call(requestSignInCode, { body: { email } })

  const { headers } = await mara.call(signInWithCode, {
    body: { email, code: await latestSignInCode(w.mailbox, email) },
  })

  expect([headers['set-cookie']].flat()).toEqual([expect.stringMatching(flags)])
})

test('the display name is stored when it is entered', async () => {
  const { mara, code, enter } = await requestedCode()
  await enter(code)

  const empty = await mara.call(updateProfile, { body: { firstName: '  ' } })
  const named = await mara.call(updateProfile, {
    body: { firstName: ' Mara ', plan: 'pro', isAdmin: true, email: 'x@example.com' },
  })

  expect(empty.body).toMatchObject({ fields: { firstName: 'Enter a display name' } })
  expect(named.body).toMatchObject({ firstName: 'Mara', plan: 'creator', isAdmin: false, email })
})

test.each([
  ['/dashboard', '/dashboard'],
  ['/p/123?success=true', '/p/123?success=true'],
  ['//evil.example', '/'],
  ['https:evil.example', '/'],
  ['https://good@evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/%2f%2fevil.example', '/'],
  ['%2f%2fevil.example', '/'],
  ['/%5cevil.example', '/'],
  ['/\n/evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/a/%2e%2e//evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
])('after sign-in the return path %j leads to %j', async (returnTo, expected) => {
  const w = await createTestApp()

  const { status, headers } = await w.visitor().call(startSignIn, { query: { returnTo } })

  expect(status).toBe(302)
  expect(headers.location).toBe(`/sign-in?returnTo=${encodeURIComponent(expected)}`)
})
