import { spawnSync } from 'node:child_process'
import { appendFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { startPostgres } from '../server/adapters/postgres/start.ts'
import { moveDatabase, undoMove } from '../server/backup/move-database.ts'
import { sourceFolders } from '../server/db/migration-folders.ts'
import { requireCompleteDatabase } from '../server/features/site/instance/bind-instance.ts'
import {
  backUp,
  connect,
  emptyDatabase,
  restoreFrom,
  smallInstance,
  tableHashes,
  tempFolder,
} from './support/backup-fixture.ts'
import { externalDatabaseUrl } from './support/external-postgres.ts'
import { mountSmallDisk } from './support/small-disk.ts'
import { createTestApp } from './support/test-app.ts'

const targetName = 'db.example.com/tips'

/** The database of an instance that is not running, an empty one, and the move from one to the other. */
async function stoppedInstance(target?: pg.ClientConfig) {
  const { w, archive } = await smallInstance()
  await backUp(w, { target: archive })
  const { connection: source } = await restoreFrom({ source: archive })
  const to = target ?? (await emptyDatabase())
  const texts: Array<string> = []
  const move = (onProgress: (text: string) => void = () => undefined) => {
    texts.length = 0
    return moveDatabase({
      source,
      target: to,
      targetName,
      folders: sourceFolders,
      onProgress: (text) => {
        texts.push(text)
        onProgress(text)
      },
    })
  }
  return { source, target: to, texts, move, before: withoutInstance(await tableHashes(source)) }
}

function withoutInstance(hashes: Record<string, string>) {
  return { ...hashes, 'public.instance': '' }
}

/** Moves in a process that is killed when its progress begins with this text. */
function moveAndKill(source: pg.ClientConfig, target: pg.ClientConfig, until: string) {
  const { signal, stderr } = spawnSync(
    process.execPath,
    [
      join(import.meta.dirname, 'support/move-until.ts'),
      JSON.stringify({ source, target, targetName, until }),
    ],
    { encoding: 'utf8' },
  )
  expect({ signal, stderr: stderr.replace(/^.*Warning.*\n?/gm, '') }).toMatchObject({ signal: 'SIGKILL' })
}

test.each(['Database: access_grants', 'Database: ledger_entries', 'Database: webhook_events', 'Building'])(
  'a move that is killed at “%s” continues there, and starts no process meanwhile',
  { tags: ['long'] },
  async (until) => {
    const { source, target, texts, move, before } = await stoppedInstance()

    moveAndKill(source, target, until)

    await expect(startOn(source)).rejects.toThrow(`This database was moved to ${targetName}`)
    await expect(startOn(target)).rejects.toThrow('The move to this database was cut off')
    const arrived = await countArrived(target)
    await move()
    expect(texts.filter((text) => text.startsWith('Comparing: '))).toHaveLength(arrived)
    expect(withoutInstance(await tableHashes(target))).toEqual(before)
    expect(await connect(target).then((client) => client.query(leftoverSql))).toMatchObject({ rowCount: 0 })
    await createTestApp({ database: target })
  },
)

/** What a process does first. */
async function startOn(connection: pg.ClientConfig): Promise<void> {
  const pool = new Pool(connection)
  await requireCompleteDatabase(pool).finally(() => pool.end())
}

const leftoverSql = `
  select 1 from pg_namespace where nspname = 'move_progress'
  union all select 1 from pg_trigger where tgenabled = 'D' and not tgisinternal
  union all select 1 from instance where restoring_from is not null or moved_to is not null`

async function countArrived(target: pg.ClientConfig): Promise<number> {
  const { rows } = await (await connect(target)).query<{ count: number }>(
    'select count(*)::int as count from move_progress.copied_tables',
  )
  return rows[0]?.count ?? 0
}

test('tables that changed since a move was cut off are copied again, and damaged copies too', {
  tags: ['long'],
}, async () => {
  const { source, target, texts, move } = await stoppedInstance()
  moveAndKill(source, target, 'Database: users')
  expect(await undoMove(source)).toBe(targetName)
  await (await connect(source)).query(`update content_items set title = 'Changed'`)
  await (await connect(target)).query('delete from ledger_entries')

  await move()

  expect(texts).toContain('Comparing: content_items')
  expect(withoutInstance(await tableHashes(target))).toEqual(withoutInstance(await tableHashes(source)))
  await createTestApp({ database: target })
})

test('a lost connection fails with a sentence, and the move continues', { tags: ['long'] }, async () => {
  const { source, target, move, before } = await stoppedInstance()
  const cutAt = (until: string, connection: pg.ClientConfig) => (text: string) => {
    if (!text.startsWith(until)) return
    const { host, port, user, database } = connection
    spawnSync(process.execPath, ['-e', cutSql, JSON.stringify({ host, port, user, database })])
  }
  const sentence = 'The connection to a database was lost. Run the same command again'

  await expect(move(cutAt('Database: ledger_entries', target))).rejects.toThrow(sentence)
  await expect(move(cutAt('Database: users', source))).rejects.toThrow(sentence)
  await expect(move(cutAt('Building', target))).rejects.toThrow(sentence)
  await move()

  expect(withoutInstance(await tableHashes(target))).toEqual(before)
})

/** A program that ends the connections of a move, as a server does that is restarted. */
const cutSql = `
  const { default: pg } = await import('pg')
  const client = new pg.Client(JSON.parse(process.argv[1]))
  await client.connect()
  await client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name = 'tipdrop-move'")
  await client.end()`

test('a second move into the same database waits for the first one', { tags: ['long'] }, async () => {
  const { target, move, before } = await stoppedInstance()

  const moves = await Promise.allSettled([move(), move()])

  expect(moves.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(withoutInstance(await tableHashes(target))).toEqual(before)
})

test('an instance that is started during the move is noticed before the move ends', {
  tags: ['long'],
}, async () => {
  const { source, target, texts, move, before } = await stoppedInstance()
  const started: Array<Promise<pg.Client>> = []

  await expect(
    move((text) => {
      if (text.startsWith('Database: access_grants'))
        started.push(connect({ ...source, application_name: 'tipdrop-queue' }))
    }),
  ).rejects.toThrow('The instance is running.')
  for (const client of started) await (await client).end()

  await move()
  expect(texts).toContain('Comparing: ledger_entries')
  expect(withoutInstance(await tableHashes(target))).toEqual(before)
})

test('a target on a full disk says so, and the move continues when there is room', {
  tags: ['long'],
  timeout: 180_000,
}, async (context) => {
  const disk = await mountSmallDisk(context, 300)
  const url = await externalDatabaseUrl(disk)
  const { source, target, move } = await stoppedInstance({ connectionString: url })
  const filler = join(disk, 'filler')
  await (await connect(source)).query(
    `insert into feedback (id, type, priority, subject, message, email, created_at)
     select n, 'general', 'low', 'Full', (select string_agg(md5(n || ' ' || i), '') from generate_series(1, 1000) i),
       'a@example.com', now() from generate_series(1, 1000) n`,
  )

  await expect(
    move((text) => {
      if (text.startsWith('Database: feedback')) fillDisk(filler)
    }),
  ).rejects.toThrow(/^The disk of db.example.com\/tips is full|^The connection to a database was lost/)
  await rm(filler)

  await retried(move)
  expect(withoutInstance(await tableHashes(target))).toEqual(withoutInstance(await tableHashes(source)))
})

/** Writes a file until the disk is full. */
function fillDisk(file: string): void {
  const bytes = Buffer.alloc(64 * 1024)
  try {
    for (;;) appendFileSync(file, bytes)
  } catch (error) {
    if (Object(error).code !== 'ENOSPC') throw error
  }
}

/** A server that lost its disk may be restarting. */
async function retried(move: () => Promise<unknown>) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await move()
    } catch (error) {
      if (attempt === 20) throw error
      await sleep(500)
    }
  }
}

test('a database moves to the bundled server and back, killed on both ways', {
  tags: ['long'],
  timeout: 180_000,
}, async () => {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const postgres = await startPostgres({ dataDir: await tempFolder(), log })
  onTestFinished(postgres.stop)
  const bundled = postgres.connection as pg.ClientConfig
  const { source, move, before } = await stoppedInstance(bundled)
  const back = await emptyDatabase()

  moveAndKill(source, bundled, 'Database: ledger_entries')
  await move()
  moveAndKill(bundled, back, 'Database: users')
  const { rowCount } = await moveDatabase({
    source: bundled,
    target: back,
    targetName,
    folders: sourceFolders,
    onProgress: () => undefined,
  })

  expect(rowCount).toBeGreaterThan(50)
  expect(withoutInstance(await tableHashes(back))).toEqual(before)
  await createTestApp({ database: back })
})
