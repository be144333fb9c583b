import { isBuilt } from './build.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { oldPostgresEnv } from './old-postgres.mjs'
import { main, nodePath, run } from './process.mjs'

/**
 * Tests each service that the settings name, with the PostgreSQL that the next start needs to move an older database. It
 * needs no build tools, so it also runs on a production install.
 */
main(async () => {
  const built = isBuilt()
  if (!built) await ensureInstalled('build')
  const oldPostgres = await oldPostgresEnv()
  if (!built) return run('tsx', ['server/doctor/main.ts'], { env: oldPostgres })
  return run(nodePath(), ['dist/doctor.js'], { env: { NODE_ENV: 'production', ...oldPostgres } })
})
