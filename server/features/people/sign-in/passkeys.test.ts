import { expect, test } from 'vitest'
import { createPasskeySignInOptions, getUser, signInWithPasskey } from '../../../../contract/accounts.ts'
import {
  addPasskey,
  createPasskeyOptions,
  listPasskeys,
  removePasskey,
  renamePasskey,
} from '../../../../contract/settings.ts'
import { createTestApp } from '../../../../tests/support/test-app.ts'
import { passkeys } from '../../../db/schema/index.ts'

const base64Url = (text: string) => Buffer.from(text).toString('base64url')

const clientData = (type: string, challenge: unknown, origin = 'http://localhost:3000') =>
  base64Url(JSON.stringify({ type, challenge, origin, crossOrigin: false }))

const signature = (challenge: unknown) => ({
  id: 'a-key',
  rawId: 'a-key',
  type: 'public-key',
  clientExtensionResults: {},
  response: {
    clientDataJSON: clientData('webauthn.get', challenge),
    authenticatorData: Buffer.alloc(37, 5).toString('base64url'),
    signature: base64Url('forged'),
  },
})

async function withPasskey() {
  const w = await createTestApp()
  const mara = await w.creator()
  const key = { id: 'k1', userId: mara.id, credentialID: 'a-key', counter: 0 }
  await w.db
    .insert(passkeys)
    .values({ ...key, name: 'Laptop', publicKey: 'AAAA', deviceType: 'singleDevice', backedUp: false })
  return { w, mara }
}

test('sign-in options ask for a discoverable passkey with user verification', async () => {
  const w = await createTestApp()

  const { body, headers } = await w.visitor().call(createPasskeySignInOptions)

  expect(body).toMatchObject({ rpId: 'localhost', userVerification: 'required' })
  expect(body.allowCredentials).toBeUndefined()
  expect(String(headers['set-cookie'])).toMatch(/^tipdrop\.[\w-]*passkey[^;]*;.*HttpOnly; SameSite=Lax$/)
})

test('a forged signature of a known passkey and an unknown passkey have the same error', async () => {
  const { w } = await withPasskey()
  const thief = w.visitor()

  const responses = []
  for (const id of ['a-key', 'unknown']) {
    const { body } = await thief.call(createPasskeySignInOptions)
    responses.push(
      await thief.call(signInWithPasskey, { body: { response: { ...signature(body.challenge), id } } }),
    )
  }

  expect(responses.map(({ status }) => status)).toEqual([400, 400])
  expect(responses[0]?.body).toEqual(responses[1]?.body)
  expect((await thief.call(getUser)).status).toBe(401)
})

test('a response without a challenge, or to a used one, signs no one in', async () => {
  const { w } = await withPasskey()
  const thief = w.visitor()

  const withoutChallenge = await thief.call(signInWithPasskey, { body: { response: signature('x') } })
  const { body } = await thief.call(createPasskeySignInOptions)
  const first = await thief.call(signInWithPasskey, { body: { response: signature(body.challenge) } })
  const again = await thief.call(signInWithPasskey, { body: { response: signature(body.challenge) } })

  expect([withoutChallenge.status, first.status, again.status]).toEqual([400, 400, 400])
})

test('creating and removing a passkey need a recent sign-in', async () => {
  const { w, mara } = await withPasskey()
  await w.expireRecentSignIns()
  const registration = {
    ...signature('x'),
    response: { clientDataJSON: 'x', attestationObject: 'x' },
  }

  const responses = [
    await mara.call(createPasskeyOptions),
    await mara.call(addPasskey, { body: { name: 'Phone', response: registration } }),
    await mara.call(removePasskey, { params: { id: 'k1' } }),
  ]

  for (const { status, body } of responses)
    expect([status, body]).toEqual([403, expect.objectContaining({ code: 'reauthentication_required' })])
  expect((await mara.call(listPasskeys)).body).toHaveLength(1)
})

test('a passkey created for another challenge or site is not stored', async () => {
  const { mara } = await withPasskey()
  const { body } = await mara.call(createPasskeyOptions)
  const response = {
    ...signature('x'),
    response: { clientDataJSON: clientData('webauthn.create', body.challenge), attestationObject: 'oA' },
  }

  const result = await mara.call(addPasskey, { body: { name: 'Phone', response } })

  expect(result.status).toBe(400)
  expect((await mara.call(listPasskeys)).body).toHaveLength(1)
})

test('only its owner can rename and remove a passkey', async () => {
  const { w, mara } = await withPasskey()
  const nils = await w.creator('nils@example.com')
  const params = { id: 'k1' }

  const theirs = [
    await nils.call(renamePasskey, { params, body: { name: 'Mine' } }),
    await nils.call(removePasskey, { params }),
  ]
  const renamed = await mara.call(renamePasskey, { params, body: { name: ' Desk ' } })
  const removed = await mara.call(removePasskey, { params })

  expect(theirs.map(({ status }) => status)).toEqual([404, 404])
  expect(renamed.body.map(({ name }) => name)).toEqual(['Desk'])
  expect(removed.body).toEqual([])
})

test('an account can have twenty passkeys', async () => {
  const { w, mara } = await withPasskey()
  const more = Array.from({ length: 19 }, (_, i) => ({
    id: `m${i}`,
    userId: mara.id,
    credentialID: `m${i}`,
    counter: 0,
    publicKey: 'AAAA',
    deviceType: 'singleDevice',
    backedUp: false,
  }))
  await w.db.insert(passkeys).values(more)

  expect((await mara.call(createPasskeyOptions)).status).toBe(409)
})
