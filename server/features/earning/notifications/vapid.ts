import { createECDH, createPrivateKey, hkdfSync, type KeyObject, sign } from 'node:crypto'
import { acceptedSecrets } from '../../../http/cookies.ts'
import type { Ports } from '../../../ports/index.ts'
import { curve } from './encrypt-message.ts'

/** By which push services know us: the public key as browsers get it, and the private one. */
export type PushKey = { publicKey: string; privateKey: KeyObject }

/** The number of points of P-256. */
const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551')

/**
 * The newest key, and those of replaced secrets, by which browsers go on being reached that were given them. A key is
 * derived from the secret of the instance: all processes have the same, and none is stored.
 */
export function pushKeys(ports: Pick<Ports, 'secret' | 'config'>): [PushKey, ...Array<PushKey>] {
  const [newest, ...older] = acceptedSecrets(ports)
  return [keyOf(newest ?? ports.secret), ...older.map(keyOf)]
}

const keys = new Map<string, PushKey>()

function keyOf(secret: string): PushKey {
  const key = keys.get(secret) ?? deriveKey(secret)
  keys.set(secret, key)
  return key
}

/** 128 bits more than the order make every key as likely as the others (FIPS 186-5, A.2.1). */
function deriveKey(secret: string): PushKey {
  const bits = Buffer.from(hkdfSync('sha256', secret, '', 'push notifications', 48)).toString('hex')
  const scalar = (BigInt(`0x${bits}`) % (order - 1n)) + 1n
  const pair = createECDH(curve)
  pair.setPrivateKey(scalar.toString(16).padStart(64, '0'), 'hex')
  const point = pair.getPublicKey()
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    d: Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex').toString('base64url'),
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  return {
    publicKey: point.toString('base64url'),
    privateKey: createPrivateKey({ key: jwk, format: 'jwk' }),
  }
}

/** Push services accept a day at most. */
const validSeconds = 12 * 3_600

/** The header `authorization` for one push service (RFC 8292). */
export function vapidAuthorization(
  { publicKey, privateKey }: PushKey,
  { endpoint, contact, now }: { endpoint: string; contact: string; now: Date },
): string {
  const claims = {
    aud: new URL(endpoint).origin,
    exp: Math.floor(now.getTime() / 1_000) + validSeconds,
    sub: contact,
  }
  const signed = [{ typ: 'JWT', alg: 'ES256' }, claims].map(encode).join('.')
  const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return `vapid t=${signed}.${signature.toString('base64url')}, k=${publicKey}`
}

function encode(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url')
}

/** Where a push service finds whoever runs the site. Apple refuses names of one machine. */
export function contactOf({ publicUrl, adminEmail }: Ports['config']): string {
  return publicUrl.startsWith('https:') ? publicUrl : `mailto:${adminEmail ?? 'admin@example.com'}`
}
