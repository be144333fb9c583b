import type { PageDefinition } from '../routes/page-route.ts'

/** Vite's manifest of built files, `dist/client/.vite/manifest.json`; undefined in development. */
export type Manifest = Record<
  string,
  { file: string; css?: Array<string>; assets?: Array<string>; imports?: Array<string> }
>

/** The URLs of the files a document loads. */
export type PageAssets = {
  styles: Array<string>
  scripts: Array<string>
  preloads: Array<string>
  inline: Array<string>
  font?: string
}

const clientEntry = 'web/entry-client.tsx'

/** The files a page needs. A page without React loads none of React's files. */
export function assetsFor(
  { hydrate }: Pick<PageDefinition, 'hydrate'>,
  manifest: Manifest | undefined,
): PageAssets {
  const entry = hydrate === 'none' ? undefined : hydrate === 'react' ? clientEntry : hydrate
  return manifest ? builtAssets(manifest, entry) : devAssets(entry)
}

function builtAssets(manifest: Manifest, entry: string | undefined): PageAssets {
  const clientChunk = manifest[clientEntry]
  const script = entry ? manifest[entry] : undefined
  if (entry && !script) throw new Error(`The build has no ${entry}`)
  const font = clientChunk?.assets?.find((file) => /instrument-sans-.*\.woff2$/.test(file))
  const chunkFiles = (script?.imports ?? []).flatMap((name) => manifest[name]?.file ?? [])
  return {
    styles: (clientChunk?.css ?? []).map(assetUrl),
    scripts: script ? [assetUrl(script.file)] : [],
    preloads: chunkFiles.map(assetUrl),
    inline: [],
    font: font && assetUrl(font),
  }
}

/** In development: the source modules and Vite's hot reload. */
function devAssets(entry: string | undefined): PageAssets {
  const refresh = [
    `import { injectIntoGlobalHook } from '/@react-refresh'`,
    'injectIntoGlobalHook(window)',
    'window.$RefreshReg$ = () => {}',
    'window.$RefreshSig$ = () => (type) => type',
  ]
  return {
    styles: ['/web/ui/app.css'],
    scripts: ['/@vite/client', ...(entry ? [`/${entry}`] : [])],
    preloads: [],
    // Islands need it too, because React renders their toasts.
    inline: entry ? [refresh.join('\n')] : [],
  }
}

function assetUrl(file: string): string {
  return `/${file}`
}
