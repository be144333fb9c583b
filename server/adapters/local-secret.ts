import { randomBytes } from 'node:crypto'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeFileAtomically } from './atomic-write.ts'

/** A random secret stored in `dataDir/secrets`, generated at the first call. Two concurrent starts get the same one. */
export async function readOrCreateSecret(dataDir: string, name: string): Promise<string> {
  const folder = join(dataDir, 'secrets')
  const path = join(folder, name)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const existing = await readFile(path, 'utf8').catch(ignoreCode('ENOENT'))
  if (existing) return existing.trim()

  await writeFileAtomically(path, `${randomBytes(32).toString('hex')}\n`).catch(ignoreCode('EEXIST'))
  return (await readFile(path, 'utf8')).trim()
}

function ignoreCode(code: string) {
  return (error: unknown): undefined => {
    if (!(error instanceof Error && 'code' in error && error.code === code)) throw error
  }
}
