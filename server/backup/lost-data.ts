import { ClusterUnavailableError } from '../adapters/postgres/cluster-error.ts'
import { commandLine } from '../config/command-line.ts'
import { type Config, ConfigError } from '../config.ts'
import { newestArchiveOf } from './newest-archive.ts'
import { isReplica } from './replica/place-identity.ts'
import { replicaPlace } from './replica/replica-place.ts'

/**
 * Throws ConfigError when the data folder has no database, and the places of the settings have data of this site: its
 * disk was lost, or is not mounted. A new empty site would take its address and push its backups out. Throws
 * ClusterUnavailableError when a place can't be read now.
 */
export async function refuseLostData(config: Config): Promise<void> {
  const copy = await findCopy(config)
  if (copy === undefined) return
  throw new ConfigError(
    `There is no data in ${config.dataDir}, but ${copy} has data of this site. If its disk is not mounted, mount it. If it is lost, restore the data: ${commandLine('restore', copy)}. To begin a new site, set REPLICATE_TO and BACKUP_TO to other places.`,
  )
}

/**
 * What the places have. Throws ClusterUnavailableError when one of them can't be read now: while the network or a disk is not
 * there yet, an empty database would be made, and nobody would ask again.
 */
async function findCopy(config: Config): Promise<string | undefined> {
  const { replica, backup } = config
  if (replica) {
    const found = await replicaPlace(replica.to, config)
      .then(isReplica)
      .catch((error) => Promise.reject(unreadable(config, 'REPLICATE_TO', error)))
    if (found) return replica.to
  }
  if (!backup.to) return undefined
  return newestArchiveOf(config).catch((error) => Promise.reject(unreadable(config, 'BACKUP_TO', error)))
}

function unreadable({ dataDir }: Config, setting: 'REPLICATE_TO' | 'BACKUP_TO', cause: unknown) {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new ClusterUnavailableError(
    `There is no data in ${dataDir}, and it can’t be seen whether ${setting} has data of this site: ${reason.replace(/[.]*$/, '.')} If a disk is not mounted, mount it. If ${setting} is wrong, correct it. To begin a new site without looking there, remove REPLICATE_TO and BACKUP_TO from the settings for the first start.`,
    { cause },
  )
}
