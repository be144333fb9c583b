import { startPostgres } from '../../server/adapters/postgres/start.ts'

/** A process that runs the database of a folder until it is killed: `node run-postgres.ts <folder>`. */
const log = { info: () => undefined, warn: console.error, error: console.error }
const dataDir = process.argv[2] ?? ''

try {
  const { connection } = await startPostgres({ dataDir, log, durability: 'full' })
  console.log(JSON.stringify(connection))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
