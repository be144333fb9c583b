import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tempFolder } from './support/backup-fixture.ts'
import { startExternalPostgres } from './support/external-postgres.ts'
import { installedPostgres } from './support/installed-postgres.ts'
import { runTool } from './support/run-tool.ts'
import { buy, countFound, startSite } from './support/running-site.ts'
import { createItemsForSale } from './support/shoppers.ts'

const long = { tags: ['long'], timeout: 300_000 }

test.for(['15', '16', '17'] as const)(
  'an instance on your own PostgreSQL %s sells, verifies, is backed up and is restored',
  long,
  async (major, context) => {
    const bin = await installedPostgres(major).catch((error: Error) =>
      context.skip(`npm cannot install PostgreSQL ${major}: ${error.message}`),
    )
    const settings = { DATABASE_URL: await startExternalPostgres(bin) }
    const site = await startSite(settings)
    const { contentIds } = await createItemsForSale(site, { items: 2 })
    const sold = [await buy(site.url, contentIds[0] ?? 0), await buy(site.url, contentIds[1] ?? 0)]
    const archive = join(await tempFolder(), 'backup.tar')

    const backup = await runTool('backup', [archive], { DATA_DIR: site.dataDir, ...settings })
    const copy = { DATA_DIR: await tempFolder(), DATABASE_URL: await startExternalPostgres(bin) }
    const restored = await runTool('restore', [archive], copy)
    const other = await startSite({ DATABASE_URL: copy.DATABASE_URL }, copy.DATA_DIR)
    sold.push(await buy(other.url, contentIds[0] ?? 0))

    expect(backup).toMatchObject({ code: 0, output: expect.stringContaining('every hash is right') })
    expect(restored.output).toContain('Every cent is accounted for.\nEvery file is complete.')
    for (const subject of [[], ['files']])
      expect(await runTool('verify', subject, copy)).toMatchObject({ code: 0 })
    const doctor = await runTool('doctor', [], copy)
    expect(doctor.output).toMatch(new RegExp(`^ok {4}database +PostgreSQL ${major},`, 'm'))
    expect(await countFound(copy.DATABASE_URL, sold)).toBe(3)
  },
)
