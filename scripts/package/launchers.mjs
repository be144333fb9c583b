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

/** Writes `server.js` and the others, and the script that runs a command with the archive's own Node. */
export function writeLaunchers(folder, dist) {
  for (const name of programs(dist)) writeFileSync(join(folder, `${name}.js`), launcher(name))
  writeFileSync(join(folder, 'tipdrop'), shellLauncher, { mode: 0o755 })
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

/** It may be called by a symbolic link, such as /usr/local/bin/tipdrop. */
const shellLauncher = `#!/bin/sh
# ./tipdrop starts the server, ./tipdrop help lists the commands.
# Uses the Node of the archive and the same options as npm start.
self=$0
while [ -h "$self" ]; do
  target=$(readlink -- "$self")
  case $target in
    /*) self=$target ;;
    *) self=$(dirname -- "$self")/$target ;;
  esac
done
here=$(CDPATH= cd -- "$(dirname -- "$self")" && pwd)
export MALLOC_ARENA_MAX="\${MALLOC_ARENA_MAX:-2}"
export MALLOC_MMAP_THRESHOLD_="\${MALLOC_MMAP_THRESHOLD_:-65536}"
exec "$here/bin/node" --max-semi-space-size=4 --max-old-space-size=512 "$here/tipdrop.js" "$@"
`
