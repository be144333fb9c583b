import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Folders of migrations. The build copies them beside the server. */
export type MigrationFolders = { main: string; sandbox: string }

/** The folders in the sources, which a built server does not have. */
export const sourceFolders: MigrationFolders = {
  main: fileURLToPath(new URL('./migrations', import.meta.url)),
  sandbox: fileURLToPath(new URL('../adapters/sandbox/migrations', import.meta.url)),
}

/** The migrations beside a built program, otherwise those of the sources. */
export function migrationFolders(): MigrationFolders {
  const folder = dirname(fileURLToPath(import.meta.url))
  const built = { main: join(folder, 'migrations/main'), sandbox: join(folder, 'migrations/sandbox') }
  return existsSync(built.main) ? built : sourceFolders
}
