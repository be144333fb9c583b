import { globSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import reactPlugin from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** What a tip page's first script needs, which other pages share: one small file. */
const first =
  /\/contract\/limits\.ts|\/web\/(ui\/browser-storage|shared\/creator-device|features\/tip-page\/(utm-parameters|pay-bar-visibility))\.ts/
/** What every page or island in React needs: two files for all of it, instead of one for each field and icon. */
const react = /\/node_modules\/(react|react-dom|scheduler)\//
const ui =
  /\/node_modules\/(tailwind-merge|clsx|class-variance-authority)\/|preload-helper|\/web\/hydration\/|\/web\/ui\/(cn|button|button-variants|field|field-context|form|form-errors|form-schema|input|spinner|icon-tile|skeleton|error-state|empty-state|text-link|link-context|link-button|card|toast|toast-store|money-text|copy-to-clipboard)\.tsx?$|\/web\/api\/(client|api-error|safe-path)\.ts|\/web\/payments\/(payment-secret|polling-delay|receipt-email)\.ts|\/contract\/route\.ts|\/lucide-react\/dist\/esm\/(Icon|createLucideIcon|defaultAttributes|context|shared\/|icons\/(loader-circle|circle-alert|rotate-cw|cloud-alert|chevron-down|credit-card|download)\.)/

/** The card form: one file instead of eight. */
const payment =
  /\/web\/payments\/(payment-(form|labels|error|loading)|pay-button|duplicate-purchase-guard|buyer-email|sandbox\/)|\/contract\/sandbox-cards\.ts|\/web\/ui\/lazy-component\.tsx/

/** Read and removed by scripts/build.mjs. */
const license = { fileName: '.vite/licenses.json' }

/** `vite build` makes what browsers load, `vite build --ssr web/entry-server.tsx` what the server renders pages with. */
export default defineConfig(({ command, isSsrBuild }) => ({
  appType: 'custom',
  publicDir: 'web/public',
  plugins: [reactPlugin(), tailwindcss()],
  // One file with everything in it, so that nothing of the web needs to be installed where it runs.
  ssr: { noExternal: command === 'build' ? true : undefined },
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: isSsrBuild
    ? { outDir: 'dist/web', copyPublicDir: false, license }
    : {
        outDir: 'dist/client',
        license,
        manifest: true,
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: ['web/entry-client.tsx', ...globSync('web/features/**/*-{island,script}.ts')],
          output: {
            codeSplitting: {
              groups: [
                { name: 'first', test: first, priority: 3 },
                { name: 'react', test: react, priority: 2 },
                { name: 'payment', test: payment, priority: 1 },
                { name: 'ui', test: ui, priority: 2 },
              ],
            },
          },
        },
      },
}))
