import { createHash, randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'

export const mebibyte = 1024 ** 2

/**
 * Writes `size` bytes and returns their SHA-256. It repeats one random mebibyte, which is fast and incompressible,
 * and numbers each block, so that a misplaced block is detected.
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
