import { build, isBuilt } from './build.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { main, run } from './process.mjs'

/** Runs a TypeScript file of the project with arguments: `node scripts/run-ts.mjs server/seed/main.ts`. */
main(async () => {
  const args = process.argv.slice(2)
  // Benches use the tools of the tests, and measure the built server.
  const isBench = args[0]?.startsWith('bench/')
  await ensureInstalled(isBench ? 'all' : 'build')
  if (isBench && !isBuilt()) await build()
  return run('tsx', args)
})
