import { build, isBuilt } from './build.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { keepRunning } from './keep-running.mjs'
import { main, nodePath, run } from './process.mjs'

main(async () => {
  if (!isBuilt()) {
    await ensureInstalled('all')
    await build()
  }
  await ensureInstalled('production')

  console.log('Starting Tipdrop …')
  // glibc keeps freed memory in an arena for each thread, which is hundreds of megabytes with image libraries.
  const { MALLOC_ARENA_MAX = '2' } = process.env
  const env = { NODE_ENV: 'production', MALLOC_ARENA_MAX }
  // By default V8 lets short-lived objects fill up to 96 MB before it collects them.
  return keepRunning(() => run(nodePath(), ['--max-semi-space-size=8', 'dist/server.js'], { env }))
})
