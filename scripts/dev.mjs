import { ensureInstalled } from './ensure-installed.mjs'
import { main, run } from './process.mjs'

main(async () => {
  await ensureInstalled('build')
  console.log('Starting Tipdrop in development mode; it restarts when a file changes …')
  return run('tsx', ['watch', '--clear-screen=false', 'server/start.ts'], {
    env: { NODE_ENV: 'development' },
  })
})
