import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { bundledMajor } from './binaries.ts'
import { startPostgres } from './start.ts'

test.each([-1, 1])(
  'a data folder of another PostgreSQL is refused in one sentence that names both versions (%i)',
  async (difference) => {
    const own = await bundledMajor()
    const dataDir = await mkdtemp(join(tmpdir(), 'tipdrop-version-test-'))
    onTestFinished(() => rm(dataDir, { recursive: true }))
    await mkdir(join(dataDir, 'postgres'))
    await writeFile(join(dataDir, 'postgres/PG_VERSION'), `${own + difference}\n`)
    const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

    await expect(startPostgres({ dataDir, log })).rejects.toThrow(
      `The database in ${join(dataDir, 'postgres')} is of PostgreSQL ${own + difference}, and this release has PostgreSQL ${own}: use the release that you used before.`,
    )
  },
)
