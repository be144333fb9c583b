import type { PageDefinition } from '../routes/page-route.ts'
import type { FetchApi } from './responses.ts'

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

/** A larger image is requested by the browser. In the page it would hold up what follows it. */
const maxDataUrlLength = 32 * 1024
/** A hot page is rendered every second. */
const maxCachedImages = 64

export type InlineImageLoader = (fetchApi: FetchApi, urls: Array<string>) => Promise<Map<string, string>>

/**
 * Loads images as data URLs, by their URLs. Leaves out those that are too large, or of another format than AVIF: an image
 * that was stored before its variants existed. URLs have versions, so images are cached.
 */
export function createInlineImageLoader(): InlineImageLoader {
  const cache = new Map<string, string | undefined>()

  async function load(fetchApi: FetchApi, url: string): Promise<string | undefined> {
    if (cache.has(url)) return cache.get(url)
    const { status, body } = await fetchApi(url)
    if (status !== 200) return undefined
    const isSmallAvif =
      typeof body === 'string' && body.startsWith('data:image/avif;') && body.length <= maxDataUrlLength
    const dataUrl = isSmallAvif ? body : undefined
    cache.set(url, dataUrl)
    if (cache.size > maxCachedImages) cache.delete(cache.keys().next().value ?? '')
    return dataUrl
  }

  return async (fetchApi, urls) => {
    const loaded = await Promise.all(urls.map(async (url) => [url, await load(fetchApi, url)] as const))
    return new Map(loaded.filter((entry): entry is readonly [string, string] => entry[1] !== undefined))
  }
}
