import { createHash, createHmac } from 'node:crypto'
import { Readable } from 'node:stream'
import { encrypt, recipientOf } from '../encryption.ts'

/** How the files of a place are named and encrypted. Files of one key are apart from those of another. */
export type ObjectCipher = {
  /** The name of a file's object by the SHA-256 of its bytes: `plain/ab/cd….bin` or `age-KEY/ab/cd….age`. */
  nameOf(sha256: string): string
  /** Whether an object is of this key, or of none if there is no key. */
  isOurs(name: string): boolean
  /** The size of an object of so many bytes. */
  storedBytes(bytes: number): number
  seal(bytes: Readable): Promise<Readable>
}

const objectName =
  /^(plain\/[0-9a-f]{2}\/[0-9a-f]{62}\.bin|age-[0-9a-f]{16}\/[0-9a-f]{2}\/[0-9a-f]{62}\.age)$/

/** Whether this is the name of an object. A restore uses names as paths, so none leads elsewhere. */
export function isObject(name: string): boolean {
  return objectName.test(name)
}

export function isEncryptedObject(name: string): boolean {
  return name.startsWith('age-')
}

/**
 * Without a key an object has the SHA-256 of its bytes as its name. With one the name is a keyed hash, so that nobody
 * who reads the place can tell whether it has a file that they know.
 */
export async function objectCipher(key: string | undefined): Promise<ObjectCipher> {
  if (!key)
    return {
      nameOf: (sha256) => pathOf('plain', sha256, 'bin'),
      isOurs: (name) => name.startsWith('plain/'),
      storedBytes: (bytes) => bytes,
      seal: async (bytes) => bytes,
    }
  const recipient = await recipientOf(key)
  const folder = `age-${createHash('sha256').update(recipient).digest('hex').slice(0, 16)}`
  let emptyBytes = 0
  for await (const chunk of await encrypt(Readable.from([]), recipient)) emptyBytes += chunk.length
  return {
    nameOf: (sha256) => pathOf(folder, createHmac('sha256', recipient).update(sha256).digest('hex'), 'age'),
    isOurs: (name) => name.startsWith(`${folder}/`),
    storedBytes: (bytes) => emptyBytes + bytes + tagBytes * Math.max(0, Math.ceil(bytes / chunkBytes) - 1),
    seal: (bytes) => encrypt(bytes, recipient),
  }
}

/** age encrypts chunks of this size, each with a tag. */
const chunkBytes = 64 * 1024
const tagBytes = 16

function pathOf(folder: string, hash: string, extension: string): string {
  return `${folder}/${hash.slice(0, 2)}/${hash.slice(2)}.${extension}`
}
