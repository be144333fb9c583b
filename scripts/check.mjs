import { ensureInstalled } from './ensure-installed.mjs'
import { main, run } from './process.mjs'

const checks = [
  ['Style and lint', 'biome', ['check', '--error-on-warnings']],
  ['Types: contract and domain', 'tsc', ['-p', 'tsconfig.pure.json']],
  ['Types: server and tests', 'tsc', ['-p', 'tsconfig.json']],
  ['Types: web', 'tsc', ['-p', 'tsconfig.web.json']],
  ['Types: browser tests', 'tsc', ['-p', 'tsconfig.e2e.json']],
  ['Unused files, exports and packages', 'knip', ['--no-progress']],
  ['Unit tests', 'vitest', ['run', '--project', 'unit']],
]

/** Runs every check, so that one run shows all failures. */
main(async () => {
  await ensureInstalled('all')
  const failed = []
  for (const [name, command, args] of checks) {
    console.log(`${name} …`)
    if ((await run(command, args)) !== 0) failed.push(name)
  }
  console.log(failed.length === 0 ? 'All checks passed.' : `Failed: ${failed.join('; ')}.`)
  return failed.length === 0 ? 0 : 1
})
