import { transform } from 'esbuild'
import type { Plugin } from 'vite'

/** Files without imports that export the text of a script that is inline in pages. */
const inlineScripts = /\/web\/(hydration\/hydration-script|ui\/local-time-script)\.ts$/

/** Minifies the texts of those scripts, which are made of functions of the server's bundle, in the build only. */
export function minifyInlineScripts(): Plugin {
  return {
    name: 'minify-inline-scripts',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'ssr',
    async transform(source, id) {
      if (!inlineScripts.test(id)) return
      const { code } = await transform(source, { loader: 'ts', minify: true })
      const texts: Record<string, unknown> = await import(
        /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`
      )
      return source.replace(
        /^export const (\w+Script) = `.*`$/m,
        (_, name: string) => `export const ${name} = ${JSON.stringify(texts[name])}`,
      )
    },
  }
}
