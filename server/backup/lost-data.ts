import { commandLine } from '../config/command-line.ts'
import { type Config, ConfigError } from '../config.ts'
import { newestArchiveOf } from './newest-archive.ts'
import { isReplica } from './replica/place-identity.ts'
import { replicaPlace } from './replica/replica-place.ts'

/**
 * Throws ConfigError when the data folder has no database, and the places of the settings have data of this site: its
 * disk was lost, or is not mounted. A new empty site would take its address and push its backups out.
 */
export async function refuseLostData(config: Config): Promise<void> {
  const copy = await findCopy(config)
  if (copy === undefined) return
  throw new ConfigError(
    `There is no data in ${config.dataDir}, but ${copy} has data of this site. If its disk is not mounted, mount it. If it is lost, restore the data: ${commandLine('restore', copy)}. To begin a new site, set REPLICATE_TO and BACKUP_TO to other places.`,
  )
}

/** A place that can't be read now holds up no start: nothing is lost by it. */
async function findCopy(config: Config): Promise<string | undefined> {
  const { replica, backup } = config
  if (replica) {
    const place = await replicaPlace(replica.to, config).catch(() => undefined)
    if (place && (await isReplica(place).catch(() => false))) return replica.to
  }
  return backup.to ? newestArchiveOf(config).catch(() => undefined) : undefined
}
