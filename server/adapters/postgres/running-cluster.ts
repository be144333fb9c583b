import { rm } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BasicLogger } from '../../ports/index.ts'
import { databaseUser } from './cluster.ts'
import { stopOrphanedServer } from './orphaned-server.ts'
import { type ServerInstance, type SupervisedServer, superviseServer } from './supervisor.ts'
import { type Connection, initialDatabase, type Readiness, waitUntilReady } from './wait-until-ready.ts'

const maxSharedMemoryRetries = 20
const sharedMemoryRetryDelayMs = 250
const restartDelayMs = 250
const stopTimeoutMs = 15_000

const databaseName = 'tipdrop'

/** The connection to our database of a running cluster. */
export function connectionTo({ socketDir }: Pick<ServerInstance, 'socketDir'>): Connection {
  return { host: socketDir, port: 5432, user: databaseUser, database: databaseName, ssl: false }
}

/**
 * Starts the server. Restarts a database that ends unexpectedly, for example killed by the OOM killer. `hasDatabase` says
 * whether the cluster has our database.
 */
export async function keepServerRunning(
  instance: ServerInstance,
  log: BasicLogger,
): Promise<{ hasDatabase: boolean; stop(): Promise<void> }> {
  const cleanUp = () => rm(instance.socketDir, { recursive: true, force: true })
  let isStopping = false
  const logServerLine = (line: string) => {
    if (!isStopping) report(line, log)
  }
  const launched = await launch(instance, logServerLine).catch((cause) =>
    cleanUp().then(() => Promise.reject(cause)),
  )
  let { server } = launched

  const watch = async () => {
    while (!isStopping) {
      const code = await server.ended
      if (isStopping) return
      log.error({ code, output: server.output.slice(-5) }, 'database ended unexpectedly, restarting')
      await sleep(restartDelayMs)
      if (!isStopping)
        server = await launch(instance, logServerLine).then(
          (restarted) => restarted.server,
          (cause) => failedRestart(cause, log),
        )
    }
  }
  const watched = watch()

  return {
    hasDatabase: launched.hasDatabase,
    async stop() {
      isStopping = true
      server.shutdown()
      await Promise.race([watched, sleep(stopTimeoutMs, undefined, { ref: false })])
      await stopOrphanedServer(instance.cluster)
      await cleanUp()
    },
  }
}

function failedRestart(cause: unknown, log: BasicLogger): SupervisedServer {
  log.error({ err: cause }, 'database restart failed, retrying')
  return { ended: sleep(restartDelayMs, null), output: [], shutdown: () => undefined }
}

async function launch(
  instance: ServerInstance,
  logServerLine: (line: string) => void,
): Promise<{ server: SupervisedServer; hasDatabase: boolean }> {
  for (let attempt = 1; ; attempt++) {
    await stopOrphanedServer(instance.cluster)
    let readiness: Readiness | undefined
    const server = superviseServer(instance, (line) => {
      if (readiness !== undefined) logServerLine(line)
    })
    instance.onLaunch()
    const database = instance.isNew ? initialDatabase : databaseName
    readiness = await waitUntilReady({ ...connectionTo(instance), database }, server.ended)
    if (readiness !== 'ended') return { server, hasDatabase: readiness === 'ready' && !instance.isNew }

    const output = server.output.join('\n')
    if (!output.includes('shared memory block') || attempt === maxSharedMemoryRetries) {
      throw new Error(`The database could not start: ${output}`)
    }
    await sleep(sharedMemoryRetryDelayMs)
  }
}

function report(line: string, log: BasicLogger): void {
  // FATAL ends one connection, PANIC the server.
  if (line.startsWith('PANIC:')) log.error({ line }, 'database')
  else if (line.startsWith('FATAL:')) log.warn({ line }, 'database')
  else if (line.startsWith('LOG:')) log.info({ line }, 'database')
}
