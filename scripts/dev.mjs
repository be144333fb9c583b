import { ensureInstalled } from './install.mjs'
import { main, run } from './run.mjs'

main(async () => {
  await ensureInstalled('all')
  console.log('Starting Tipdrop for development; it starts again when a file changes …')
  return run('tsx', ['watch', '--clear-screen=false', 'server/main.ts'], { env: { NODE_ENV: 'development' } })
})
