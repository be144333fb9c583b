import { open, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ClusterSwitch, upgradePaths } from '../adapters/postgres/cluster-version.ts'

/**
 * Puts the new database in the place of the old one, which gets another name. From the first rename on, only the new one
 * can be used: `finishSwitch` completes what was cut off. `onKept` is called between both.
 */
export async function switchClusters(
  dataDir: string,
  { keptAs, backup }: ClusterSwitch,
  onKept: () => void,
): Promise<void> {
  const { folder, switchFile } = upgradePaths(dataDir)
  if (backup) await rename(join(folder, backup), join(dataDir, backup))
  await writeFile(switchFile, JSON.stringify({ keptAs, backup }))
  for (const path of [switchFile, folder]) await sync(path)
  await rename(join(dataDir, 'postgres'), join(dataDir, keptAs))
  await sync(dataDir)
  onKept()
  await finishSwitch(dataDir)
}

/** The second rename. What is left of the folder does no harm when this is cut off. */
export async function finishSwitch(dataDir: string): Promise<void> {
  const { folder, cluster } = upgradePaths(dataDir)
  await rename(cluster, join(dataDir, 'postgres'))
  await sync(dataDir)
  await rm(folder, { recursive: true })
}

/** A rename is on the disk when its folder is. */
async function sync(path: string): Promise<void> {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}
