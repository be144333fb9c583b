import { createHash, randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'

export const mebibyte = 1024 ** 2

/**
 * Writes so many bytes and answers their SHA-256. Random, so that nothing on the way can make them smaller; the same
 * mebibyte, so that they are there soon, each with a number, so that a piece in the wrong place is noticed.
 */
export async function writeLarge(path: string, size: number): Promise<string> {
  const block = randomBytes(mebibyte)
  const hash = createHash('sha256')
  const handle = await open(path, 'w')
  for (let written = 0; written < size; written += mebibyte) {
    block.writeUInt32BE(written / mebibyte)
    hash.update(block)
    await handle.write(block)
  }
  await handle.close()
  return hash.digest('hex')
}
