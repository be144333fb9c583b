import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readOrCreateSecret } from './local-secret.ts'

test('a local secret is generated once, readable by its owner only, and each name has its own', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tipdrop-secret-'))
  try {
    const secrets = await Promise.all(
      Array.from({ length: 8 }, () => readOrCreateSecret(join(dataDir, 'new'), 'session')),
    )

    expect(secrets[0]).toMatch(/^[0-9a-f]{64}$/)
    expect(new Set(secrets).size).toBe(1)
    expect(await readOrCreateSecret(join(dataDir, 'new'), 'session')).toBe(secrets[0])
    expect(await readOrCreateSecret(join(dataDir, 'new'), 'sandbox')).not.toBe(secrets[0])
    expect((await stat(join(dataDir, 'new/secrets/session'))).mode & 0o777).toBe(0o600)
    expect((await readdir(join(dataDir, 'new/secrets'))).sort()).toEqual(['sandbox', 'session'])
  } finally {
    await rm(dataDir, { recursive: true })
  }
})
