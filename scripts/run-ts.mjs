import { ensureInstalled } from './ensure-installed.mjs'
import { main, run } from './process.mjs'

/** Runs a TypeScript file of the project with arguments: `node scripts/run-ts.mjs server/seed/main.ts`. */
main(async () => {
  const args = process.argv.slice(2)
  // Benches use the tools of the tests.
  await ensureInstalled(args[0]?.startsWith('bench/') ? 'all' : 'build')
  return run('tsx', args)
})
