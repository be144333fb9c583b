import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { type Postgres, startPostgres } from '../../server/adapters/postgres/start.ts'
import { installQueue } from '../../server/adapters/queue.ts'
import { openPool } from '../../server/db/database.ts'
import { migrate } from '../../server/db/migrate.ts'
import { markChangedTablesSql } from './mark-changed-tables.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The database that every test database is copied from; no connection to it may stay open. */
    template: { host: string; port: number; user: string; database: string; ssl: false }
  }
}

/** One PostgreSQL for the whole run, with a migrated template database. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tipdrop-test-'))
  const log = { info: () => undefined, warn: () => undefined, error: console.error }
  let postgres: Postgres | undefined
  const tearDown = async () => {
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  }

  try {
    postgres = await startPostgres({ dataDir, log, durability: 'none' })
    const pool = openPool(postgres.connection, console.error)
    await migrate(pool, { provider: 'sandbox' }).finally(() => pool.end())
    await installQueue(postgres.connection)
    const client = new pg.Client(postgres.connection)
    await client.connect()
    await client.query(markChangedTablesSql).finally(() => client.end())
    project.provide('template', postgres.connection)
    return tearDown
  } catch (error) {
    await tearDown()
    throw error
  }
}
