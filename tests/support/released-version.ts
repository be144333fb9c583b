import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
/** The last commit of 1.0.0. */
const commit = '8acbfe53'

/**
 * Builds the released version from its commit, with the packages of this clone. Undefined in a clone that is too shallow,
 * or in a copy without history. `remove` deletes it.
 */
export function buildReleasedVersion(): { server: string; remove(): void } | undefined {
  const git = (...args: Array<string>) =>
    execFileSync('git', args, { cwd: root, stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 512 * 1024 ** 2 })
  try {
    if (!existsSync(join(root, '.git'))) return undefined
    git('cat-file', '-e', `${commit}^{commit}`)
  } catch {
    return undefined
  }
  const folder = mkdtempSync(join(tmpdir(), 'tipdrop-released-'))
  execFileSync('tar', ['-x', '-C', folder], { input: git('archive', commit) })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: folder, stdio: 'ignore' })
  return {
    server: join(folder, 'dist/server.js'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}
