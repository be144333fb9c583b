import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { maskDestination } from '../../../../contract/payout-destination.ts'
import { AppError } from '../../../../domain/errors.ts'
import type { Ports } from '../../../ports/index.ts'

/**
 * Payout details as stored: `v1.KEY.DATA`. KEY names the key, DATA is base64url of a nonce of 12 bytes, the ciphertext
 * and a tag of 16 bytes (AES-256-GCM). The creator's id is authenticated, so a row's details cannot be moved to another
 * creator.
 */
const version = 'v1'
const nonceBytes = 12
const tagBytes = 16

type Keys = Pick<Ports, 'payoutKeys'>

export function encryptPayoutDetails({ payoutKeys }: Keys, creatorId: string, details: string): string {
  const [newest] = payoutKeys
  if (!newest) throw new Error('There is no key for payout details')
  const nonce = randomBytes(nonceBytes)
  const cipher = createCipheriv('aes-256-gcm', newest.key, nonce).setAAD(authenticatedData(creatorId))
  const ciphertext = Buffer.concat([cipher.update(details, 'utf8'), cipher.final()])
  const data = Buffer.concat([nonce, ciphertext, cipher.getAuthTag()]).toString('base64url')
  return `${newestPrefix({ payoutKeys })}${data}`
}

/**
 * A creator's payout details in clear, also of rows that a previous version stored in clear. Throws
 * UnreadablePayoutDetailsError when the key is missing or has another value, and when the ciphertext was changed or
 * belongs to another creator.
 */
export function decryptPayoutDetails({ payoutKeys }: Keys, creatorId: string, stored: string): string {
  const keyId = keyIdOf(stored)
  if (keyId === undefined) return stored
  const key = payoutKeys.find(({ id }) => id === keyId)?.key
  if (!key)
    throw new UnreadablePayoutDetailsError(
      keyId,
      `Payout details are encrypted with the key “${keyId}”, which is missing. Add it to PAYOUT_KEYS after the newest key.`,
    )
  const bytes = Buffer.from(stored.split('.')[2] ?? '', 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  })
    .setAAD(authenticatedData(creatorId))
    .setAuthTag(bytes.subarray(-tagBytes))
  const text = decipher.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8')
  try {
    return text + decipher.final('utf8')
  } catch {
    throw new UnreadablePayoutDetailsError(
      keyId,
      `Payout details can’t be read with the key “${keyId}”: it has another value than the one that encrypted them. Set PAYOUT_KEYS to the right one, or copy secrets/payout-details from the earlier DATA_DIR.`,
    )
  }
}

/** A creator's payout details in clear; undefined when they can't be read, which an alert says. */
export function readPayoutDetails(keys: Keys, creatorId: string, stored: string): string | undefined {
  try {
    return decryptPayoutDetails(keys, creatorId, stored)
  } catch (error) {
    if (error instanceof UnreadablePayoutDetailsError) return undefined
    throw error
  }
}

/** The name of the key that encrypted a stored value; undefined for one in clear. */
export function keyIdOf(stored: string): string | undefined {
  return /^v1\.([a-z0-9-]{1,20})\.[\w-]{38,}$/.exec(stored)?.[1]
}

function newestPrefix({ payoutKeys }: Keys): string {
  return `${version}.${payoutKeys[0]?.id ?? ''}.`
}

/** Stored details as screens, emails and files show them; null when there are none. */
export function shownPayoutDetails(details: string | null, mask: string | null): string | null {
  if (details === null) return null
  return mask ?? (keyIdOf(details) === undefined ? maskDestination(details) : '•••')
}

/** Stored details cannot be read with the keys of this process. The message says what the operator can do. */
export class UnreadablePayoutDetailsError extends AppError {
  override name = 'UnreadablePayoutDetailsError'
  readonly keyId: string

  constructor(keyId: string, message: string) {
    super('conflict', message)
    this.keyId = keyId
  }
}

function authenticatedData(creatorId: string): Buffer {
  return Buffer.from(`payout details of ${creatorId}`)
}
