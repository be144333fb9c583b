import type { AdminHealth } from '../../../contract/admin-health.ts'
import { formatBytes } from '../../../domain/bytes-text.ts'
import { Progress } from '../../ui/progress.tsx'
import { Section } from '../../ui/section.tsx'

/** Sizes of database and files, and how full the disk and the database's connections are. */
export function HealthStorage({ health: { storage, database } }: { health: AdminHealth }) {
  const { databaseBytes, storedBytes, disk } = storage
  return (
    <Section
      id="storage"
      title="Database and files"
      description={`PostgreSQL ${database.version}. The database has ${formatBytes(databaseBytes)}, the files have ${formatBytes(storedBytes)}.`}
    >
      {disk ? (
        <Progress
          label="Disk of the files"
          value={disk.totalBytes > 0 ? 1 - disk.freeBytes / disk.totalBytes : 0}
          detail={`${formatBytes(disk.freeBytes)} until uploads are refused`}
        />
      ) : (
        <p className="text-ink-soft">The files are in an object store, which doesn’t tell its free space.</p>
      )}
      <Progress
        label="Database connections"
        value={database.maxConnections > 0 ? database.connections / database.maxConnections : 0}
        detail={`${database.connections} of ${database.maxConnections}`}
      />
    </Section>
  )
}
