import { basename } from 'node:path'
import { countOf, formatBytes } from '../../domain/format.ts'
import { migrationFolders } from '../db/migration-folders.ts'
import type { ArchivePlace } from './archive-format.ts'
import { openArchiveAt } from './archive-reader.ts'
import { type RehearsalSource, untilAborted } from './rehearse.ts'
import type { Replica } from './replica/replica-object.ts'
import { migrateReplica, neededBytesOf, restoreReplica } from './replica/restore-replica.ts'
import { restore } from './restore.ts'

/** Indexes and the log of the load, beside the database as it was. */
const databaseFactor = 1.5
const emptyDatabaseBytes = 150 * 1024 ** 2
/** Of archives that do not say how large the database is: rows are compressed. */
const databaseOfArchive = 4

type ArchiveOptions = {
  place: ArchivePlace
  key: string | undefined
  onProgress: (text: string) => void
}

/** A backup. */
export function archiveSource({ place, key, onProgress }: ArchiveOptions): RehearsalSource {
  return {
    kind: 'backup',
    name: place.name,

    async neededBytes() {
      const archiveBytes = (await place.objects().sizeOf(basename(place.name))) ?? 0
      const archive = await openArchiveAt({ place, key, onProgress })
      await archive.close()
      const { databaseBytes = archiveBytes * databaseOfArchive, fileBytes = archiveBytes } = archive.header
      return Math.ceil(emptyDatabaseBytes + databaseFactor * databaseBytes + fileBytes)
    },

    async restore({ startDatabase, store, dataDir, signal }) {
      const connection = await startDatabase()
      const restoring = restore({
        connection,
        store,
        dataDir,
        place,
        key,
        onProgress,
        folders: migrationFolders(),
        storeContents: 'must-be-empty',
        skipDamaged: true,
      })
      const { header, manifest, rowCounts, lostFiles } = await untilAborted(signal, restoring)
      const { rowCount, fileCount, fileBytes } = manifest
      const files = `${countOf(fileCount, 'file')} (${formatBytes(fileBytes)})`
      return {
        connection,
        store,
        summary: `Restored the data of ${header.snapshotAt}: ${countOf(rowCount, 'row')}, ${files}`,
        rowCounts,
        lost: lostFiles,
      }
    },
  }
}

type ReplicaOptions = {
  replica: Replica
  /** Whether it has the files too: not where they are in an object store. */
  hasFiles: boolean
  onProgress: (text: string) => void
}

/** A replica, as it is now. It goes on while it is read. */
export function replicaSource({ replica, hasFiles, onProgress }: ReplicaOptions): RehearsalSource {
  return {
    kind: 'replica',
    name: replica.place.name,
    neededBytes: async () => emptyDatabaseBytes + (await neededBytesOf(replica)),

    async restore({ startDatabase, store: emptyStore, dataDir, signal }) {
      const store = hasFiles ? emptyStore : undefined
      const { restoredTo, fileCount, lost } = await restoreReplica({
        replica,
        dataDir,
        store,
        toTime: undefined,
        onProgress,
        signal,
      })
      const connection = await startDatabase()
      await migrateReplica(connection)
      const files = `${fileCount.toLocaleString('en-US')} ${fileCount === 1 ? 'file' : 'files'}`
      const moment = restoredTo
        ? `the last change is of ${restoredTo.toISOString()}`
        : 'no change since its copy'
      return {
        connection,
        store,
        summary: `Restored the database and ${files}: ${moment}`,
        rowCounts: undefined,
        lost,
      }
    },
  }
}
