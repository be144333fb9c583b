import { execFileSync, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { createGzip } from 'node:zlib'
import { build, isBuilt } from './build.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { installedInProduction } from './notices.mjs'
import { writeLaunchers } from './package/launchers.mjs'
import { billOfMaterials } from './package/sbom.mjs'
import { main, nodePath, root } from './process.mjs'
import { phase } from './progress.mjs'

const platform = `${process.platform}-${process.arch}`
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const name = `tipdrop-${version}-${platform}`

/** Node is in `bin/`, without npm and header files. */
const omittedPackages = /^node_modules\/node-(darwin|linux)-/
/** What only building another program against PostgreSQL needs, and compiled code of this machine. */
const omittedFiles = /\/native\/lib\/(pkgconfig|[^/]+\.a$)|\/dist\/(compile-cache|built-from|next-\d+)$/

/**
 * Writes one archive for the platform of this machine, with Node, the embedded PostgreSQL and every native module.
 * `--out` names the file; `--folder` writes a folder instead.
 */
main(async () => {
  const { values } = parseArgs({
    options: { out: { type: 'string' }, folder: { type: 'string' } },
  })
  if (!isBuilt()) {
    await ensureInstalled('build')
    await build()
  }
  if (values.folder) {
    fillFolder(resolve(values.folder))
    console.log(`The release is in ${resolve(values.folder)}.`)
    return
  }
  const out = resolve(values.out ?? join(root, 'release', `${name}.tar.gz`))
  const temp = mkdtempSync(join(tmpdir(), 'tipdrop-package-'))
  try {
    await phase('Packing', async () => {
      fillFolder(join(temp, name))
      mkdirSync(dirname(out), { recursive: true })
      await pack(temp, out)
    })
    const hash = await sha256(out)
    writeFileSync(`${out}.sha256`, `${hash}  ${basename(out)}\n`)
    console.log(`${out}: ${Math.round(statSync(out).size / 1e6)} MB for ${platform}`)
    console.log(`  SHA-256 ${hash}`)
  } finally {
    rmSync(temp, { recursive: true, force: true })
  }
})

function fillFolder(folder) {
  if (existsSync(folder)) throw new Error(`${folder} exists already.`)
  const dist = join(root, 'dist')
  const copy = (from, to = from) =>
    cpSync(join(root, from), join(folder, to), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (file) => !omittedFiles.test(file),
    })
  copy('dist')
  for (const { path } of installedInProduction())
    if (!omittedPackages.test(path)) copyPackage(path, copy, folder)
  for (const file of ['LICENSE', 'README.md', 'CHANGELOG.md', 'docs', 'deploy']) copy(file)
  cpSync(nodePath(), join(folder, 'bin/node'))
  writeLicenses(folder)
  writeLaunchers(folder, dist)
  // dist/ finds the version here.
  writeFileSync(
    join(folder, 'package.json'),
    `${JSON.stringify({ name: 'tipdrop', version, type: 'module', license: 'MIT', private: true }, null, 2)}\n`,
  )
  writeFileSync(
    join(folder, 'sbom.cdx.json'),
    `${JSON.stringify(billOfMaterials({ name: 'tipdrop', version }), null, 2)}\n`,
  )
}

function copyPackage(path, copy, folder) {
  copy(path)
  createSymlinks(join(folder, path))
}

/** Creates the symbolic links of PostgreSQL's libraries in its package, as its install script does. */
function createSymlinks(folder) {
  const linkFile = join(folder, 'native/pg-symlinks.json')
  if (!existsSync(linkFile)) return
  for (const { source, target } of JSON.parse(readFileSync(linkFile, 'utf8'))) {
    const link = join(folder, target)
    if (!existsSync(link) && existsSync(dirname(link))) symlinkSync(basename(source), link)
  }
}

/** THIRD_PARTY_NOTICES.txt has the packages' licenses; Node and PostgreSQL are programs with their own. */
function writeLicenses(folder) {
  const licenses = join(folder, 'licenses')
  mkdirSync(licenses)
  cpSync(join(folder, 'dist/THIRD_PARTY_NOTICES.txt'), join(licenses, 'packages.txt'))
  cpSync(join(root, 'scripts/package/postgresql-license.txt'), join(licenses, 'postgresql.txt'))
  const nodeLicense = join(dirname(nodePath()), '../LICENSE')
  if (!existsSync(nodeLicense))
    throw new Error('The license of Node is missing. Remove node_modules and run this again.')
  cpSync(nodeLicense, join(licenses, 'node.txt'))
}

/** Owners and order don't depend on the machine, as far as its tar can. */
async function pack(folder, out) {
  const isGnu = execFileSync('tar', ['--version'], { encoding: 'utf8' }).includes('GNU')
  const options = isGnu ? ['--sort=name', '--owner=0', '--group=0', '--numeric-owner'] : []
  const tar = spawn('tar', [...options, '-C', folder, '-cf', '-', name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((done, failed) => tar.on('error', failed).on('close', done))
  await pipeline(tar.stdout, createGzip({ level: 9 }), createWriteStream(out))
  const code = await ended
  if (code !== 0) throw new Error(`tar failed (exit code ${code}).`)
}

async function sha256(file) {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
