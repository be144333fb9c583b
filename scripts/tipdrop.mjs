import { isBuilt } from './build.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { main, nodePath, run } from './process.mjs'

/** The command of a release, in a clone: `npm run tipdrop -- status`. */
main(async () => {
  const args = process.argv.slice(2)
  if (isBuilt()) return run(nodePath(), ['dist/tipdrop.js', ...args], { env: { NODE_ENV: 'production' } })
  await ensureInstalled('build')
  return run('tsx', ['server/command/main.ts', ...args])
})
