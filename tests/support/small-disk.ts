import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished, type TestContext } from 'vitest'

/**
 * A folder on a tmpfs of its own, until the test finishes. Skips the test where this user may not mount one.
 * Called in the test: a disk mounted while the file loads would stay when a filter leaves the test out.
 */
export async function mountSmallDisk(
  { skip }: Pick<TestContext, 'skip'>,
  megabytes: number,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-disk-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    skip('This user may not mount a disk.')
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]))
  return folder
}
