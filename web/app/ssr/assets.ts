import type { PageDefinition } from '../routes/page-route.ts'

/** Vite's manifest of built files, `dist/client/.vite/manifest.json`; undefined in development. */
export type Manifest = Record<
  string,
  { file: string; css?: Array<string>; assets?: Array<string>; imports?: Array<string> }
>

/** A build: its manifest, and the texts of the files that are inline in pages, by their source. */
export type ClientBuild = { manifest: Manifest; inlineTexts: Record<string, string> }

/** The URLs of the files a document loads, and the texts that are inline in it. */
export type PageAssets = {
  styles: Array<string>
  /** Styles in the page, and the URL of a file with the same styles. */
  inlineStyle?: { text: string; href: string }
  scripts: Array<string>
  preloads: Array<string>
  /** Modules. */
  inlineScripts: Array<string>
  font?: string
}

const clientEntry = 'web/entry-client.tsx'

/**
 * The files a page needs at once. A page with islands loads React's files only when `islandEntries` names islands to
 * hydrate on load.
 */
export function assetsFor(
  { hydrate, script, inlineStyles }: Pick<PageDefinition, 'hydrate' | 'script' | 'inlineStyles'>,
  islandEntries: Array<string>,
  build: ClientBuild | undefined,
): PageAssets {
  const entries = [
    ...(hydrate === 'react' ? [clientEntry] : []),
    ...(script ? [script] : []),
    ...islandEntries,
  ]
  return build
    ? builtAssets(build, entries, inlineStyles)
    : devAssets(hydrate === 'none' && entries.length === 0 ? undefined : entries)
}

/** A module's URL, and those of the modules that it imports. */
export function moduleUrls(entry: string, manifest: Manifest | undefined) {
  if (!manifest) return { src: assetUrl(entry), preloads: [] }
  const chunk = manifest[entry]
  if (!chunk) throw new Error(`The build has no ${entry}`)
  return { src: assetUrl(chunk.file), preloads: importedFiles(entry, manifest).map(assetUrl) }
}

function builtAssets(
  { manifest, inlineTexts }: ClientBuild,
  entries: Array<string>,
  inlineStyles: string | undefined,
): PageAssets {
  const clientChunk = manifest[clientEntry]
  const modules = entries
    .filter((entry) => inlineTexts[entry] === undefined)
    .map((entry) => moduleUrls(entry, manifest))
  const font = clientChunk?.assets?.find((file) => /instrument-sans-basic-.*\.woff2$/.test(file))
  const styleText = inlineStyles && inlineTexts[inlineStyles]
  return {
    styles: styleText ? [] : (clientChunk?.css ?? []).map(assetUrl),
    ...(styleText && {
      inlineStyle: { text: styleText, href: assetUrl(manifest[inlineStyles ?? '']?.file ?? '') },
    }),
    scripts: modules.map(({ src }) => src),
    preloads: [...new Set(modules.flatMap(({ preloads }) => preloads))],
    inlineScripts: entries.flatMap((entry) => inlineTexts[entry] ?? []),
    font: font && assetUrl(font),
  }
}

/** The files that a module imports, directly or not. */
function importedFiles(entry: string, manifest: Manifest): Array<string> {
  const names = new Set(manifest[entry]?.imports)
  for (const name of names) for (const imported of manifest[name]?.imports ?? []) names.add(imported)
  return [...names].flatMap((name) => manifest[name]?.file ?? [])
}

/** In development: the source modules and Vite's hot reload. */
function devAssets(entries: Array<string> | undefined): PageAssets {
  const refresh = [
    `import { injectIntoGlobalHook } from '/@react-refresh'`,
    'injectIntoGlobalHook(window)',
    'window.$RefreshReg$ = () => {}',
    'window.$RefreshSig$ = () => (type) => type',
  ]
  return {
    styles: ['/web/ui/app.css'],
    scripts: ['/@vite/client', ...(entries ?? []).map(assetUrl)],
    preloads: [],
    inlineScripts: entries ? [refresh.join('\n')] : [],
  }
}

function assetUrl(file: string): string {
  return `/${file}`
}
