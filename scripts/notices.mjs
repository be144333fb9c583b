import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './process.mjs'

/**
 * Everything that runs in production, with name, version, license and its text: the packages installed there, and those
 * in a bundle. `sources` are the files in the server's bundle or copied beside it; `webPackages` is Vite's list of the
 * packages in its bundles. Throws for a package without a license.
 */
export function shippedPackages({ sources, webPackages }) {
  const folders = withDependencies([
    ...installedInProduction().map(({ path }) => path),
    ...sources.flatMap(packageFolder),
  ])
  const all = [...[...folders].map(readPackage), ...webPackages.map(withText)]
  for (const { name, version, identifier, text } of all)
    if (!identifier && !text) throw new Error(`${name} ${version} names no license`)
  return all
}

/** Writes the licenses of packages into one file. */
export function writeNotices(file, packages) {
  const notices = new Set(packages.map(noticeOf))
  const separator = `\n\n${'-'.repeat(80)}\n\n`
  const all = [...notices].sort().join(separator)
  writeFileSync(file, `Tipdrop contains and runs with these packages.${separator}${all}\n`)
}

function noticeOf({ name, version, identifier = 'see below', text = '' }) {
  return `${name} ${version} (${identifier})\n\n${text}`.trim()
}

/** Adds the license text from the package's README, because Vite reads license files only. */
function withText(webPackage) {
  return webPackage.text ? webPackage : readPackage(`node_modules/${webPackage.name}`)
}

/** The packages of the lock file that are installed on this machine without development packages. */
export function installedInProduction() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
  return Object.entries(packages)
    .filter(
      ([path, { dev, link }]) =>
        path.startsWith('node_modules/') && !dev && !link && existsSync(join(root, path)),
    )
    .map(([path, { version }]) => ({ path, version }))
}

/** `node_modules/pg` of `node_modules/pg/lib/index.js`, and nothing of a file of ours. */
function packageFolder(source) {
  return source.match(/node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+/)?.slice(0, 1) ?? []
}

/** Some packages carry copies of their dependencies, which no bundler sees. */
function withDependencies(folders) {
  const all = new Set(folders)
  for (const folder of all) {
    const { dependencies = {} } = manifest(folder)
    for (const name of Object.keys(dependencies)) {
      const dependency = resolveFolder(folder, name)
      if (dependency) all.add(dependency)
    }
  }
  return all
}

/** Where Node finds a package that one in `folder` imports. Undefined for one that is not installed on this system. */
function resolveFolder(folder, name) {
  const parents = folder.replace(/^node_modules\//, '').split('/node_modules/')
  for (let depth = parents.length; depth >= 0; depth--) {
    const candidate = [...parents.slice(0, depth), name].map((part) => `node_modules/${part}`).join('/')
    if (existsSync(join(root, candidate))) return candidate
  }
  return undefined
}

function manifest(path) {
  return JSON.parse(readFileSync(join(root, path, 'package.json'), 'utf8'))
}

function readPackage(path) {
  const { name, version, license } = manifest(path)
  return { name, version, identifier: license, text: licenseTexts(join(root, path)).join('\n\n') }
}

/** `MIT` or `ISC` when the license text of a package begins with that name; otherwise undefined. */
export function shortLicenseOf(name) {
  const texts = licenseTexts(join(root, 'node_modules', name))
  return texts.map((text) => /^(?:The )?(MIT|ISC)\b/.exec(text)?.[1]).find((id) => id !== undefined)
}

function licenseTexts(folder) {
  const texts = textsOf(folder, /^(licen[cs]e|notice|copying)/i)
  return texts.length > 0 ? texts : textsOf(folder, /^readme/i).flatMap(licenseSection)
}

function textsOf(folder, fileName) {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && fileName.test(entry.name))
    .map((entry) => readFileSync(join(folder, entry.name), 'utf8').trim())
}

/** The text below the heading "License" of a Markdown file. */
function licenseSection(readme) {
  return readme.match(/(?<=^#+ licen[cs]e\s*\n)[^#]+/im)?.map((text) => text.trim()) ?? []
}
