import type { Config } from '../config.ts'
import { contentsOf } from '../features/site/backups/archive-names.ts'
import { archivePlace } from './archive-place.ts'

/** The newest archive of this instance in BACKUP_TO; undefined without one. Throws when the place cannot be read. */
export async function newestArchiveOf(
  config: Pick<Config, 'publicUrl' | 'backup'>,
): Promise<string | undefined> {
  const { publicUrl, backup } = config
  if (!backup.to) return undefined
  const folder = backup.to.replace(/\/+$/, '')
  const names = await (await archivePlace(`${folder}/any`, config)).siblings()
  const [newest] = contentsOf(names, { publicUrl }).archives
  return newest === undefined ? undefined : `${folder}/${newest}`
}
