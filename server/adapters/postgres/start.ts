import { mkdir, realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../ports/index.ts'
import { accountFor } from './account.ts'
import { findBinaries } from './binaries.ts'
import { createClusterOnce, type Durability, databaseUser } from './cluster.ts'
import { lockDataDir } from './data-lock.ts'
import { endOrphan } from './orphan.ts'
import { type Connection, createDatabaseOnce, untilAnswers } from './ready.ts'
import { makeSocketDir } from './socket-dir.ts'
import { type Place, type Supervised, superviseServer } from './supervised.ts'

export type Postgres = { connection: Connection; stop(): Promise<void> }

const sharedMemoryTries = 20
const sharedMemoryPauseMs = 250
const restartPauseMs = 250
const stopPatienceMs = 15_000

/**
 * Starts the PostgreSQL that comes with the project on the data in `dataDir` (made when missing) and keeps it running
 * until `stop`, or until this process ends by whatever cause. `durability: 'none'` is for tests: faster, loses data
 * when the machine stops. Throws a sentence a person can act on.
 */
export async function startPostgres(start: {
  dataDir: string
  log: Log
  durability?: Durability
}): Promise<Postgres> {
  // Started by root, PostgreSQL runs as another user, who must be able to enter.
  await mkdir(start.dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  const dataDir = await realpath(start.dataDir)
  const unlock = lockDataDir(dataDir)
  try {
    const place = await prepare(dataDir, start.durability ?? 'full')
    const running = await keepRunning(place, start.log)
    let stopped: Promise<void> | undefined
    const stop = () => {
      stopped ??= running.stop().finally(unlock)
      return stopped
    }
    const connection = {
      host: place.socketDir,
      port: 5432,
      user: databaseUser,
      database: 'tipdrop',
      ssl: false as const,
    }
    await createDatabaseOnce(connection).catch((cause) => stop().then(() => Promise.reject(cause)))
    return { connection, stop }
  } catch (cause) {
    unlock()
    throw cause
  }
}

async function prepare(dataDir: string, durability: Durability): Promise<Place> {
  const cluster = join(dataDir, 'postgres')
  const account = await accountFor(cluster)
  const bin = await findBinaries(account)
  await createClusterOnce({ dataDir, cluster, bin, account, durability })
  return { cluster, bin, socketDir: await makeSocketDir(account), account, durability }
}

/** A database that ends by itself, killed by the system for its memory perhaps, is started again in the same place. */
async function keepRunning(place: Place, log: Log): Promise<{ stop(): Promise<void> }> {
  const cleanUp = () => rm(place.socketDir, { recursive: true, force: true })
  let stopping = false
  const say = (line: string) => {
    if (!stopping) report(line, log)
  }
  let server = await launch(place, say).catch((cause) => cleanUp().then(() => Promise.reject(cause)))

  const watch = async () => {
    while (!stopping) {
      const code = await server.ended
      if (stopping) return
      log.error(
        { code, output: server.output.slice(-5) },
        'the database ended by itself and is started again',
      )
      await sleep(restartPauseMs)
      if (!stopping) server = await launch(place, say).catch((cause) => stillborn(cause, log))
    }
  }
  const watched = watch()

  return {
    async stop() {
      stopping = true
      server.end()
      await Promise.race([watched, sleep(stopPatienceMs, undefined, { ref: false })])
      await endOrphan(place.cluster)
      await cleanUp()
    },
  }
}

function stillborn(cause: unknown, log: Log): Supervised {
  log.error({ err: cause }, 'the database does not start again; trying on')
  return { ended: sleep(restartPauseMs, null), output: [], end: () => undefined }
}

async function launch(place: Place, say: (line: string) => void): Promise<Supervised> {
  for (let attempt = 1; ; attempt++) {
    await endOrphan(place.cluster)
    let ready = false
    const server = superviseServer(place, (line) => {
      if (ready) say(line)
    })
    ready = await untilAnswers({ host: place.socketDir, user: databaseUser }, server.ended)
    if (ready) return server

    const output = server.output.join('\n')
    if (!output.includes('shared memory block') || attempt === sharedMemoryTries) {
      throw new Error(`The database does not start: ${output}`)
    }
    await sleep(sharedMemoryPauseMs)
  }
}

function report(line: string, log: Log): void {
  // FATAL is the end of one connection, PANIC that of the server.
  if (line.startsWith('PANIC:')) log.error({ line }, 'database')
  else if (line.startsWith('FATAL:')) log.warn({ line }, 'database')
  else if (line.startsWith('LOG:')) log.info({ line }, 'database')
}
