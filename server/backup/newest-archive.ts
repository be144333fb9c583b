import { stat } from 'node:fs/promises'
import { parseS3Url } from '../config/stores.ts'
import type { Config } from '../config.ts'
import { contentsOf } from '../features/site/backups/archive-names.ts'
import type { ArchivePlace } from './archive-format.ts'
import { archivePlace } from './archive-place.ts'

type Context = Pick<Config, 'publicUrl' | 'backup'>

/** The newest archive of this instance in BACKUP_TO; undefined without one. Throws when the place cannot be read. */
export async function newestArchiveOf(config: Context): Promise<string | undefined> {
  const { publicUrl, backup } = config
  if (!backup.to) return undefined
  const folder = backup.to.replace(/\/+$/, '')
  const names = await (await archivePlace(`${folder}/any`, config)).siblings()
  const [newest] = contentsOf(names, { publicUrl }).archives
  return newest === undefined ? undefined : `${folder}/${newest}`
}

/**
 * The archive that a path or an `s3://` URL names; for a folder or a prefix the newest one of this instance in it. Throws
 * Error with a message for the operator.
 */
export async function archiveAt(target: string, config: Context): Promise<ArchivePlace> {
  if (!(await isFolder(target, config))) return archivePlace(target, config)
  const { publicUrl, backup } = config
  const newest = await newestArchiveOf({ publicUrl, backup: { ...backup, to: target } })
  if (newest === undefined)
    throw new Error(
      `There is no backup of ${publicUrl} in ${target}. Set PUBLIC_URL to the address it was made with, or name the backup.`,
    )
  return archivePlace(newest, config)
}

async function isFolder(target: string, config: Context): Promise<boolean> {
  if (!target.startsWith('s3:')) return (await stat(target).catch(() => undefined))?.isDirectory() ?? false
  if (parseS3Url(target)?.key === '' || target.endsWith('/')) return true
  return !/\.tar(\.age)?$/.test(target) && !(await (await archivePlace(target, config)).exists())
}
