import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type MigrationFolders, sourceFolders } from '../db/migrate.ts'

/** The migrations beside a built program, otherwise those of the sources. */
export function migrationFolders(): MigrationFolders {
  const folder = dirname(fileURLToPath(import.meta.url))
  const built = { main: join(folder, 'migrations/main'), sandbox: join(folder, 'migrations/sandbox') }
  return existsSync(built.main) ? built : sourceFolders
}
