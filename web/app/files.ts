import type { View } from './page.ts'

/** Vite's list of built files, `dist/client/.vite/manifest.json`; undefined while Vite serves the sources. */
export type Manifest = Record<
  string,
  { file: string; css?: Array<string>; assets?: Array<string>; imports?: Array<string> }
>

/** The addresses a document names. */
export type Files = {
  styles: Array<string>
  scripts: Array<string>
  preloads: Array<string>
  inline: Array<string>
  font?: string
}

const browser = 'web/browser.tsx'

/** Which files a page needs, and no others: a page without React names none of React's. */
export function filesOf({ script }: Pick<View, 'script'>, manifest: Manifest | undefined): Files {
  const entry = script === 'none' ? undefined : script === 'react' ? browser : script
  return manifest ? built(manifest, entry) : served(entry)
}

function built(manifest: Manifest, entry: string | undefined): Files {
  const style = manifest[browser]
  const script = entry ? manifest[entry] : undefined
  if (entry && !script) throw new Error(`The build has no ${entry}`)
  const font = style?.assets?.find((file) => /instrument-sans-.*\.woff2$/.test(file))
  const imported = (script?.imports ?? []).flatMap((name) => manifest[name]?.file ?? [])
  return {
    styles: (style?.css ?? []).map(address),
    scripts: script ? [address(script.file)] : [],
    preloads: imported.map(address),
    inline: [],
    font: font && address(font),
  }
}

/** In development: the sources themselves, and what reloads them. */
function served(entry: string | undefined): Files {
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
    // Small scripts too: the notice they may show is drawn by React.
    inline: entry ? [refresh.join('\n')] : [],
  }
}

function address(file: string): string {
  return `/${file}`
}
