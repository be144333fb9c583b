import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { createPasskeySignInOptions, signInWithPasskey } from '../../contract/accounts.ts'
import { passkeys } from '../../server/db/schema/index.ts'
import type { TestApp, Visitor } from './test-app.ts'

const userPresentAndVerified = 0x05
const userPresent = 0x01
const hasCredential = 0x40
const rpIdHash = createHash('sha256').update('localhost').digest()

/** An ES256 passkey of a user, stored as if they had registered it, that signs in any browser. */
export async function givePasskey(w: TestApp, userId: string, { counter = 0 } = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credentialID = randomBytes(16).toString('base64url')
  await w.db.insert(passkeys).values({
    id: credentialID,
    userId,
    name: 'Key',
    credentialID,
    counter,
    publicKey: coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')).toString('base64'),
    deviceType: 'singleDevice',
    backedUp: false,
  })

  function assertion(challenge: unknown, { counter: counted = 0 } = {}) {
    const clientData = JSON.stringify({
      type: 'webauthn.get',
      challenge,
      origin: 'http://localhost:3000',
      crossOrigin: false,
    })
    const authenticatorData = Buffer.concat([
      rpIdHash,
      Buffer.from([userPresentAndVerified, 0, 0, 0, counted]),
    ])
    const signed = Buffer.concat([authenticatorData, createHash('sha256').update(clientData).digest()])
    return {
      id: credentialID,
      rawId: credentialID,
      type: 'public-key' as const,
      clientExtensionResults: {},
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

/** A browser's response for a new ES256 passkey, without attestation. */
export function registerPasskey(challenge: unknown, { isVerified }: { isVerified: boolean }) {
  const { publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const credential = randomBytes(16)
  const flags = hasCredential | (isVerified ? userPresentAndVerified : userPresent)
  const authenticatorData = Buffer.concat([
    ...[rpIdHash, Buffer.from([flags, 0, 0, 0, 0]), Buffer.alloc(16), Buffer.from([0, credential.length])],
    ...[credential, coseKey(Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url'))],
  ])
  const clientData = JSON.stringify({
    type: 'webauthn.create',
    challenge,
    origin: 'http://localhost:3000',
    crossOrigin: false,
  })
  const id = credential.toString('base64url')
  return {
    id,
    rawId: id,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response: {
      clientDataJSON: Buffer.from(clientData).toString('base64url'),
      attestationObject: attestation(authenticatorData).toString('base64url'),
    },
  }
}

/** As CBOR: fmt none, attStmt {}, authData. */
function attestation(authenticatorData: Buffer): Buffer {
  const start = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex')
  return Buffer.concat([start, Buffer.from([authenticatorData.length]), authenticatorData])
}

/** An EC2 key as CBOR: kty 2, alg -7, crv 1, x, y. */
function coseKey(x: Buffer, y: Buffer): Buffer {
  return Buffer.concat([Buffer.from('a5010203262001215820', 'hex'), x, Buffer.from('225820', 'hex'), y])
}
