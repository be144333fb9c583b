import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { createPasskeySignInOptions, signInWithPasskey } from '../../contract/accounts.ts'
import { passkeys } from '../../server/db/schema/index.ts'
import type { TestApp, Visitor } from './test-app.ts'

const userPresentAndVerified = 0x05

/** An ES256 passkey of a user, stored as if they had registered it, that signs in any browser. */
export async function givePasskey(w: TestApp, userId: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialID = randomBytes(16).toString('base64url')
  await w.db.insert(passkeys).values({
    ...{ id: credentialID, userId, name: 'Key', credentialID, counter: 0 },
    publicKey: coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')).toString('base64'),
    ...{ deviceType: 'singleDevice', backedUp: false },
  })

  function assertion(challenge: unknown) {
    const clientData = JSON.stringify({
      ...{ type: 'webauthn.get', challenge, origin: 'http://localhost:3000', crossOrigin: false },
    })
    const rpIdHash = createHash('sha256').update('localhost').digest()
    const authenticatorData = Buffer.concat([rpIdHash, Buffer.from([userPresentAndVerified, 0, 0, 0, 0])])
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()])
    return {
      ...{ id: credentialID, rawId: credentialID, type: 'public-key' as const, clientExtensionResults: {} },
      response: {
        clientDataJSON: Buffer.from(clientData).toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
      },
    }
  }

  return {
    id: credentialID,
    assertion,
    /** Signs a browser in with the passkey; also the confirmation of a sign-in by code. */
    async signIn(who: Visitor) {
      const { body: options } = await who.call(createPasskeySignInOptions)
      return who.call(signInWithPasskey, { body: { response: assertion(options.challenge) } })
    },
  }
}

/** An EC2 key as CBOR: kty 2, alg -7, crv 1, x, y. */
function coseKey(x: Buffer, y: Buffer): Buffer {
  return Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), x, Buffer.from('225820', 'hex'), y])
}
