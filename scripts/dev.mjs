import { ensureInstalled } from './ensure-installed.mjs'
import { oldPostgresEnv } from './old-postgres.mjs'
import { main, run } from './process.mjs'

main(async () => {
  await ensureInstalled('build')
  const env = { NODE_ENV: 'development', ...(await oldPostgresEnv()) }
  console.log('Starting Tipdrop in development mode; it restarts when a file changes …')
  return run('tsx', ['watch', '--clear-screen=false', 'server/start.ts'], { env })
})
