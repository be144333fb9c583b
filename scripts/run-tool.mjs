import { isBuilt } from './build.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { main, nodePath, run } from './process.mjs'

const sources = {
  backup: 'server/backup/main.ts',
  restore: 'server/backup/restore-main.ts',
  rehearse: 'server/backup/rehearse-main.ts',
  move: 'server/backup/move-main.ts',
}

/** Runs a tool of the instance with our arguments. It needs no build tools, so it also runs on a production install. */
export function runTool(name) {
  return main(async () => {
    const args = process.argv.slice(2)
    if (isBuilt()) return run(nodePath(), [`dist/${name}.js`, ...args], { env: { NODE_ENV: 'production' } })
    await ensureInstalled('build')
    return run('tsx', [sources[name], ...args])
  })
}
