import { Readable } from 'node:stream'
import { ArchiveError } from './archive-format.ts'

/** The first bytes of a file that is encrypted with age. */
const ageMagic = 'age-encryption.org/v1\n'

/** Encrypts a stream with age for the recipient of a key, which is a recipient or an identity. */
export async function encrypt(bytes: Readable, key: string): Promise<Readable> {
  const { Encrypter } = await import('age-encryption')
  const encrypter = new Encrypter()
  encrypter.addRecipient(await recipientOf(key))
  return fromWeb(await encrypter.encrypt(toWeb(bytes)))
}

/** Decrypts a stream. Throws ArchiveError when the key is not its key. */
export async function decrypt(bytes: Readable, key: string): Promise<Readable> {
  const { Decrypter } = await import('age-encryption')
  const decrypter = new Decrypter()
  try {
    decrypter.addIdentity(key)
    return Readable.from(decrypted(await decrypter.decrypt(toWeb(bytes))), { objectMode: false })
  } catch (cause) {
    throw new ArchiveError('The archive cannot be decrypted with BACKUP_KEY. Set the key it was made with.', {
      cause,
    })
  }
}

async function* decrypted(bytes: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of fromWeb(bytes)) yield chunk
  } catch (cause) {
    throw new ArchiveError('The archive is damaged or incomplete: it does not decrypt to its end.', { cause })
  }
}

/** Whether a key can decrypt what it encrypts. */
export function canDecrypt(key: string): boolean {
  return key.startsWith('AGE-SECRET-KEY-1')
}

/** Whether the first bytes are those of an encrypted file. */
export function isEncrypted(start: Buffer): boolean {
  return start.subarray(0, ageMagic.length).toString('latin1') === ageMagic
}

/** A new identity, and the recipient that only encrypts. */
export async function newKey(): Promise<{ identity: string; recipient: string }> {
  const { generateX25519Identity, identityToRecipient } = await import('age-encryption')
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/** The recipient of a key, which is a recipient or an identity. */
export async function recipientOf(key: string): Promise<string> {
  if (!canDecrypt(key)) return key
  const { identityToRecipient } = await import('age-encryption')
  return identityToRecipient(key)
}

/** The library has the browser's types of streams. */
function toWeb(bytes: Readable): ReadableStream<Uint8Array> {
  return Readable.toWeb(bytes) as unknown as ReadableStream<Uint8Array>
}

function fromWeb(bytes: ReadableStream<Uint8Array>): Readable {
  return Readable.fromWeb(bytes as unknown as Parameters<typeof Readable.fromWeb>[0])
}
