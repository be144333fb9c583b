import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { OrderNumber } from '../../../../contract/order-number.ts'
import { acceptedSecrets } from '../../../http/cookies.ts'
import { sha256Base64url } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'

/**
 * An access token is derived from the grant's random nonce and the instance's secret: it can be emailed again at any
 * time, and neither the database nor the secret alone opens anything. Only its hash is stored. See docs/decisions.
 */
export function accessToken({ secret }: Pick<Ports, 'secret'>, nonce: string): string {
  return hmac(secret, `access ${nonce}`)
}

export function newGrant(ports: Pick<Ports, 'secret'>): { nonce: string; tokenHash: string } {
  const nonce = randomBytes(32).toString('base64url')
  return { nonce, tokenHash: sha256Base64url(accessToken(ports, nonce)) }
}

export type SignedFileClaims = {
  orderNumber: OrderNumber
  /** The id of a part of the item, or the archive of all. */
  part: number | 'all'
  as: 'attachment' | 'inline'
  expires: number
}
export type FileOwnerKind = 'purchase' | 'testPurchase'

const signaturePurpose: Record<FileOwnerKind, string> = { purchase: 'file', testPurchase: 'test file' }

/** Signs the URL of one part for one owner kind only; `expires` is in milliseconds since 1970. */
export function signFileUrl(
  { secret }: Pick<Ports, 'secret'>,
  owner: FileOwnerKind,
  { orderNumber, part, as, expires }: SignedFileClaims,
): string {
  return hmac(secret, `${signaturePurpose[owner]} ${orderNumber} ${part} ${as} ${expires}`)
}

/**
 * Encrypts a provider's client secret for storage, because it opens the purchase it pays for.
 */
export function encryptClientSecret({ secret }: Pick<Ports, 'secret'>, text: string): string {
  return encrypt(secret, 'client secrets', text)
}

const ivLength = 12

/** Encrypts and authenticates a text for one purpose (AES-256-GCM, with a key derived from the secret). */
export function encrypt(secret: string, purpose: string, text: string): string {
  return encryptWith(randomBytes(ivLength), { secret, purpose, text })
}

/** The same, with the same result for the same text: for an address that stays the same. */
export function encryptAlike(secret: string, purpose: string, text: string): string {
  const iv = createHmac('sha256', secret).update(`iv ${purpose} ${text}`).digest().subarray(0, ivLength)
  return encryptWith(iv, { secret, purpose, text })
}

type Plain = { secret: string; purpose: string; text: string }

function encryptWith(iv: Buffer, { secret, purpose, text }: Plain): string {
  const cipher = createCipheriv('aes-256-gcm', encryptionKey(secret, purpose), iv)
  const ciphertext = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [iv, cipher.getAuthTag(), ciphertext].map((part) => part.toString('base64url')).join('.')
}

/** Undefined when it was encrypted with an unknown secret; the caller then reads it at the provider again. */
export function decryptClientSecret(
  ports: Pick<Ports, 'secret' | 'config'>,
  ciphertext: string | null,
): string | undefined {
  for (const secret of acceptedSecrets(ports)) {
    const text = decrypt(secret, 'client secrets', ciphertext)
    if (text !== undefined) return text
  }
  return undefined
}

/** The text that `encrypt` was given; undefined for another secret or purpose, and for a changed ciphertext. */
export function decrypt(secret: string, purpose: string, ciphertext: string | null): string | undefined {
  const [iv, tag, text] = (ciphertext ?? '').split('.').map((part) => Buffer.from(part, 'base64url'))
  if (!iv || !tag || !text) return undefined
  try {
    const cipher = createDecipheriv('aes-256-gcm', encryptionKey(secret, purpose), iv, {
      authTagLength: 16,
    }).setAuthTag(tag)
    return Buffer.concat([cipher.update(text), cipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

function encryptionKey(secret: string, purpose: string): Buffer {
  return createHmac('sha256', secret).update(purpose).digest()
}

function hmac(secret: string, text: string): string {
  return createHmac('sha256', secret).update(text).digest('base64url')
}
