import { createCipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto'

export const curve = 'prime256v1'
/** The size of a record, of which a message is one. Push services take no more. */
const recordSize = 4_096

/** What the browser made for a subscription, as base64url. */
export type MessageKeys = { p256dh: string; auth: string }
/** Used once. */
type Random = { salt: Buffer; sender: ECDH }

/**
 * Encrypts a message so that only the browser can read it: the content coding `aes128gcm` (RFC 8188) with the keys of
 * Web Push (RFC 8291).
 */
export function encryptMessage(
  message: Buffer,
  { p256dh, auth }: MessageKeys,
  { salt, sender } = newRandom(),
): Buffer {
  const receiverKey = Buffer.from(p256dh, 'base64url')
  const senderKey = sender.getPublicKey()
  const sharedSecret = sender.computeSecret(receiverKey)
  const names = Buffer.concat([Buffer.from('WebPush: info\0'), receiverKey, senderKey])
  const input = derive(sharedSecret, { salt: Buffer.from(auth, 'base64url'), info: names, length: 32 })
  const key = derive(input, { salt, info: 'Content-Encoding: aes128gcm\0', length: 16 })
  const nonce = derive(input, { salt, info: 'Content-Encoding: nonce\0', length: 12 })
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // Two says that this is the last record.
  const text = Buffer.concat([cipher.update(message), cipher.update(Buffer.of(2)), cipher.final()])
  const size = Buffer.alloc(4)
  size.writeUInt32BE(recordSize)
  return Buffer.concat([salt, size, Buffer.of(senderKey.length), senderKey, text, cipher.getAuthTag()])
}

function newRandom(): Random {
  const sender = createECDH(curve)
  sender.generateKeys()
  return { salt: randomBytes(16), sender }
}

type Derivation = { salt: Buffer; info: Buffer | string; length: number }

function derive(from: Buffer, { salt, info, length }: Derivation): Buffer {
  return Buffer.from(hkdfSync('sha256', from, salt, info, length))
}
