import { isBuilt } from './build.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { main, nodePath, run } from './process.mjs'

/** Recomputes the ledger. It needs no build tools, so it also runs on a production install. */
main(async () => {
  const args = process.argv.slice(2)
  if (isBuilt()) return run(nodePath(), ['dist/verify.js', ...args], { env: { NODE_ENV: 'production' } })
  await ensureInstalled('build')
  return run('tsx', ['server/verify/main.ts', ...args])
})
