import { cpSync, readFileSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { extractRevision } from '../../bench/revision.ts'

const root = join(import.meta.dirname, '../..')
const migrations = ['server/db/migrations', 'server/adapters/sandbox/migrations']

/** The commit that the newest release in the CHANGELOG names. */
export function lastReleasedCommit(): string {
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8')
  const [, commit] = /^## \d+\.\d+\.\d+\b.*?\b([0-9a-f]{7,40})\b/m.exec(changelog) ?? []
  if (!commit) throw new Error('No release in CHANGELOG.md names its commit')
  return commit
}

/** A folder with the sources of the last release and this version's migrations, until the test finishes. */
export async function extractRelease(): Promise<string> {
  const folder = join(await mkdtemp(join(tmpdir(), 'tipdrop-released-')), 'tipdrop')
  onTestFinished(() => rm(join(folder, '..'), { recursive: true, force: true }))
  extractRevision(lastReleasedCommit(), folder)
  for (const path of migrations) {
    rmSync(join(folder, path), { recursive: true })
    cpSync(join(root, path), join(folder, path), { recursive: true })
  }
  return folder
}
