import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const minNodeMajor = 24

/** The programs of the build: `server`, and one for each command, such as `doctor`. */
function programs(dist) {
  return readdirSync(dist).flatMap((file) => {
    const [, name] = /^(?!chunk-)([\w-]+)\.js$/.exec(file) ?? []
    return name && !name.endsWith('-worker') ? [name] : []
  })
}

/** Writes `server.js` and the others, and the script that runs them with the archive's own Node. */
export function writeLaunchers(folder, dist) {
  const names = programs(dist)
  for (const name of names) writeFileSync(join(folder, `${name}.js`), launcher(name))
  writeFileSync(join(folder, 'tipdrop'), shellLauncher(names), { mode: 0o755 })
}

function launcher(name) {
  return `// Runs dist/${name}.js with Node ${minNodeMajor} or newer.
const major = Number.parseInt(process.versions.node, 10)
if (major < ${minNodeMajor}) {
  console.error(\`Tipdrop needs Node ${minNodeMajor} or newer, and this is \${process.versions.node}. The archive contains one: run ./tipdrop instead.\`)
  process.exit(78)
}
process.env.NODE_ENV = 'production'
await import('./dist/${name}.js')
`
}

function shellLauncher(names) {
  const commands = names.filter((name) => name !== 'server')
  return `#!/bin/sh
# ./tipdrop starts the server. ./tipdrop ${commands.join(' | ')} runs a command.
# Uses the Node of the archive and the same options as npm start.
here=$(CDPATH= cd -- "$(dirname -- "$0")" && pwd)
case "\${1-}" in
  ${commands.join('|')}) program=$1; shift ;;
  '' | server) program=server; [ $# -eq 0 ] || shift ;;
  *) echo "Unknown command $1. Commands: server, ${commands.join(', ')}." >&2; exit 64 ;;
esac
[ "\${1-}" != -- ] || shift
export MALLOC_ARENA_MAX="\${MALLOC_ARENA_MAX:-2}"
export MALLOC_MMAP_THRESHOLD_="\${MALLOC_MMAP_THRESHOLD_:-65536}"
exec "$here/bin/node" --max-semi-space-size=4 --max-old-space-size=512 "$here/$program.js" "$@"
`
}
