import { readMigrationFiles } from 'drizzle-orm/migrator'
import type pg from 'pg'
import { productName } from '../../contract/site.ts'
import { FormerSchemaError, isFormer } from '../db/migrate.ts'
import type { MigrationFolders } from '../db/migration-folders.ts'
import { ArchiveError, type Header } from './archive-format.ts'

type Migration = ReturnType<typeof readMigrationFiles>[number]
type Folder = { table: string; migrations: Array<Migration> }

/** The migrations up to those of an archive, and the newer ones of this version. */
export type SchemaVersions = { upToArchive: Array<Folder>; newer: Array<Folder> }

/** Throws FormerSchemaError or ArchiveError when the archive has a migration that this version does not know. */
export function schemaVersions(
  { migrations: archived }: Pick<Header, 'migrations'>,
  folders: MigrationFolders,
): SchemaVersions {
  const all = [
    { table: '__drizzle_migrations', folder: folders.main, applied: archived.main },
    ...(archived.sandbox.length > 0
      ? [{ table: 'sandbox_migrations', folder: folders.sandbox, applied: archived.sandbox }]
      : []),
  ].map(({ table, folder, applied }) => {
    if (isFormer(applied, folder)) throw new FormerSchemaError()
    const migrations = readMigrationFiles({ migrationsFolder: folder })
    const known = new Set(migrations.map(({ folderMillis }) => folderMillis))
    const last = applied.at(-1)?.when ?? 0
    if (applied.some(({ when }) => !known.has(when)))
      throw new ArchiveError(
        `The data is from a newer version of ${productName}. Use that version: an older one does not know its tables.`,
      )
    return {
      upToArchive: { table, migrations: migrations.filter(({ folderMillis }) => folderMillis <= last) },
      newer: { table, migrations: migrations.filter(({ folderMillis }) => folderMillis > last) },
    }
  })
  return {
    upToArchive: all.map(({ upToArchive }) => upToArchive),
    newer: all.map(({ newer }) => newer),
  }
}

/** Creates the schema of the archive, in the caller's transaction. */
export async function createSchema(client: pg.ClientBase, { upToArchive }: SchemaVersions): Promise<void> {
  await client.query('create schema if not exists drizzle')
  for (const { table, migrations } of upToArchive) {
    // As Drizzle creates it. Its rows are in the archive.
    await client.query(
      `create table drizzle.${table} (id serial primary key, hash text not null, created_at bigint)`,
    )
    for (const { sql } of migrations) await runStatements(client, sql)
  }
}

/** Applies the migrations that are newer than the archive, in the caller's transaction. */
export async function migrateLoaded(client: pg.ClientBase, { newer }: SchemaVersions): Promise<void> {
  for (const { table, migrations } of newer) {
    for (const { sql, hash, folderMillis } of migrations) {
      await runStatements(client, sql)
      await client.query(`insert into drizzle.${table} (hash, created_at) values ($1, $2)`, [
        hash,
        folderMillis,
      ])
    }
  }
}

async function runStatements(client: pg.ClientBase, statements: Array<string>): Promise<void> {
  for (const statement of statements) if (statement.trim()) await client.query(statement)
}
