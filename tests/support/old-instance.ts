import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type TestContext } from 'vitest'
import { countLost, createItemsForSale } from '../../bench/reliability/shoppers.ts'
import { tempFolder } from './backup-fixture.ts'
import { copyDataDir, fillOldInstance, oldPostgresDir } from './old-cluster.ts'
import { runTool } from './run-tool.ts'
import { buy, startSite } from './running-site.ts'

type Sold = { folder: string; dataDir: string; contentIds: Array<number>; orderNumbers: Array<number> }
export type Context = Pick<TestContext, 'skip'>

/** Stopped instances with sales, by the major version of their database. Each is made once. */
const originals = new Map<number, Promise<Sold>>()

/** For afterAll of a file that uses `oldInstance`. */
export async function removeOldInstances(): Promise<void> {
  for (const original of originals.values())
    await original.then(({ dataDir }) => rm(join(dataDir, '..'), { recursive: true }))
  originals.clear()
}

async function makeOriginal(postgres: string, major: number): Promise<Sold> {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-old-cluster-'))
  // PostgreSQL 15 needs a path that its user can enter.
  await chmod(folder, 0o711)
  const dataDir = join(folder, 'data')
  const sold = await fillOldInstance({ dataDir, major, folder: postgres }, async (site) => {
    const { contentIds } = await createItemsForSale(site, { items: 2 })
    const orderNumbers: Array<number> = []
    for (const contentId of contentIds) orderNumbers.push(await buy(site.url, contentId))
    return { contentIds, orderNumbers }
  })
  return { folder: postgres, dataDir, ...sold }
}

/** A copy of a stopped instance on an older PostgreSQL. */
export async function oldInstance(context: Context, major: number, target?: string) {
  const folder = await oldPostgresDir(context, major)
  const original = originals.get(major) ?? makeOriginal(folder, major)
  originals.set(major, original)
  const sold = await original
  const work = target ?? (await tempFolder())
  await chmod(work, 0o711)
  const dataDir = copyDataDir(sold.dataDir, join(work, 'data'))
  return { ...sold, dataDir, settings: { DATA_DIR: dataDir, OLD_POSTGRES_DIR: folder } }
}

/** Starts the server on the data, which has everything that was sold, on the bundled PostgreSQL, and sells. */
export async function expectEverything({
  dataDir,
  settings,
  ...sold
}: Omit<Sold, 'folder'> & { settings: Record<string, string> }): Promise<void> {
  const site = await startSite(settings, dataDir)
  const [version] = await site.query<{ server_version: string }>('show server_version')
  expect(version?.server_version).toMatch(/^18\./)
  expect(await countLost(site, sold.orderNumbers)).toBe(0)
  await buy(site.url, sold.contentIds[0] ?? 0)
  await site.stop()
  for (const subject of [[], ['files']])
    expect(await runTool('verify', subject, settings)).toMatchObject({ code: 0 })
}
