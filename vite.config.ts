import tailwindcss from '@tailwindcss/vite'
import reactPlugin from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { minifyInlineScripts } from './vite/inline-scripts.ts'
import { hydrateIslands, islandEntries } from './vite/island-entries.ts'
import { stripSchemas } from './vite/strip-schemas.ts'

/**
 * The files that are bundled together, with folders ending in a slash. tests/chunks.test.ts checks that each is there.
 * The bundler decides about all others.
 */
export const chunks = {
  /** The modules that every React page and island needs: two files instead of one for each field and icon. */
  react: ['node_modules/react/', 'node_modules/react-dom/', 'node_modules/scheduler/'],
  ui: [
    'contract/account-header.ts',
    'contract/dictionary.ts',
    'contract/image-variants.ts',
    'contract/site.ts',
    'contract/route.ts',
    'contract/screen-limits.ts',
    'domain/dates.ts',
    'domain/format.ts',
    'node_modules/class-variance-authority/',
    'node_modules/clsx/',
    'node_modules/lucide-react/dist/esm/Icon.mjs',
    'node_modules/lucide-react/dist/esm/context.mjs',
    'node_modules/lucide-react/dist/esm/createLucideIcon.mjs',
    'node_modules/lucide-react/dist/esm/icons/arrow-left.mjs',
    'node_modules/lucide-react/dist/esm/icons/chevron-down.mjs',
    'node_modules/lucide-react/dist/esm/icons/circle-check.mjs',
    'node_modules/lucide-react/dist/esm/icons/circle-exclamation-point.mjs',
    'node_modules/lucide-react/dist/esm/icons/cloud-exclamation-point.mjs',
    'node_modules/lucide-react/dist/esm/icons/credit-card.mjs',
    'node_modules/lucide-react/dist/esm/icons/download.mjs',
    'node_modules/lucide-react/dist/esm/icons/loader-circle.mjs',
    'node_modules/lucide-react/dist/esm/icons/lock.mjs',
    'node_modules/lucide-react/dist/esm/icons/rotate-cw.mjs',
    'node_modules/lucide-react/dist/esm/shared/',
    'web/api/client.ts',
    'web/ui/button.tsx',
    'web/ui/field.tsx',
    'web/ui/input.tsx',
    'web/ui/spinner.tsx',
    'web/ui/still-loading.tsx',
    'web/ui/icon-tile.tsx',
    'web/ui/page-notice.tsx',
    'web/ui/skeleton.tsx',
    'web/ui/error-state.tsx',
    'web/ui/empty-state.tsx',
    'web/ui/text-link.tsx',
    'web/ui/lazy-component.tsx',
    'web/ui/card.tsx',
    'web/ui/toast.ts',
    'web/ui/toast-store.ts',
    'web/ui/format.ts',
    'web/ui/page-site.ts',
    'web/hydration/island.tsx',
    'web/ui/browser-storage.ts',
    'web/ui/error-boundary.tsx',
  ],
  /** What the forms of islands and of the checkout share. */
  forms: [
    'contract/checkout.ts',
    'contract/purchases.ts',
    'node_modules/lucide-react/dist/esm/icons/shield-check.mjs',
    'web/hydration/hydrate-island.tsx',
    'web/payments/buyer-email.ts',
    'web/payments/checkout.ts',
    'web/payments/sandbox/authentication-storage.ts',
    'web/shared/email-field.tsx',
    'web/ui/form.tsx',
    'web/ui/form-schema.ts',
  ],
  /** The cover of an item. */
  cover: [
    'contract/ponds.ts',
    'domain/brand-palette.ts',
    'domain/part-kinds.ts',
    'node_modules/lucide-react/dist/esm/icons/file.mjs',
    'node_modules/lucide-react/dist/esm/icons/link-2.mjs',
    'node_modules/lucide-react/dist/esm/icons/text-align-start.mjs',
    'web/shared/content-cover.tsx',
    'web/shared/drawn-cover.ts',
    'web/shared/preview-image.tsx',
  ],
  /** A moment in the reader's time zone. */
  time: ['web/ui/local-time-script.ts', 'web/ui/local-time.tsx'],
  /** What pages of creators share with the code of a link on a tip page and at the checkout. */
  badge: ['node_modules/lucide-react/dist/esm/icons/clock.mjs', 'web/ui/badge.tsx'],
  /** Sharing and copying links, on pages of creators and on islands. */
  share: [
    'node_modules/lucide-react/dist/esm/icons/copy.mjs',
    'node_modules/lucide-react/dist/esm/icons/share.mjs',
    'web/shared/copy-tip-link.ts',
    'web/shared/share-button.tsx',
    'web/ui/copy-to-clipboard.ts',
  ],
  /** How what is sold is named, on pages of creators and on the page that the landing page makes. */
  words: ['domain/part-counts.ts', 'web/shared/content-format.ts'],
  /** What the dashboard shares with other pages of creators. */
  creators: [
    'domain/chart-buckets.ts',
    'node_modules/lucide-react/dist/esm/icons/ellipsis.mjs',
    'node_modules/lucide-react/dist/esm/icons/external-link.mjs',
    'node_modules/lucide-react/dist/esm/icons/folder-plus.mjs',
    'node_modules/lucide-react/dist/esm/icons/plus.mjs',
    'node_modules/lucide-react/dist/esm/icons/search-x.mjs',
    'node_modules/lucide-react/dist/esm/icons/sliders-horizontal.mjs',
    'web/features/earning/earnings/earnings-section.tsx',
    'web/shared/content-notices.tsx',
    'web/shared/published-state.ts',
    'web/shared/query-state.tsx',
    'web/shared/require-auth.tsx',
    'web/shared/sale-events.ts',
    'web/shared/session-expired.ts',
    'web/ui/menu.tsx',
    'web/ui/search-input.tsx',
    'web/ui/sparkline.tsx',
    'web/ui/stat.tsx',
  ],
}

/** Vite's own module that loads chunks; it has no file. */
const preloadHelper = 'preload-helper'

/** Schemas of a file are not in the chunk of its plain values (vite/strip-schemas.ts). */
const isIn = (paths: Array<string>) => (id: string) =>
  !id.endsWith('?schemas') && paths.some((path) => id.includes(`/${path}`))

/**
 * Pages that load their files in one round trip, because people open them often or wait for them. The list of files is in
 * the code that all pages load. Other pages load the files that they import one round trip later.
 */
const preloadedPages = /\/(analytics|dashboard|edit|sales|sign-in|success|upload)-page-/
/** Loaded with every page of React. */
const alwaysLoaded = /\/(react|rolldown-runtime|ui|entry-client)-[^/]*$/

/** The files that the browser loads together with a dynamically imported one. */
function resolveDependencies(file: string, dependencies: Array<string>): Array<string> {
  if (/-page-[^/]*$/.test(file) && !preloadedPages.test(file)) return []
  // Not every checkout has such a part, and the names of its files would be in the script of all.
  if (/\/(order-parts|buyer-terms-fields)-[^/]*$/.test(file)) return []
  return dependencies.filter((dependency) => !alwaysLoaded.test(dependency))
}

/** Read and removed by scripts/build.mjs. */
const license = { fileName: '.vite/licenses.json' }

/** `vite build` makes the browsers' bundle, `vite build --ssr web/entry-server.tsx` the one that renders pages on the server. */
export default defineConfig(({ command, isSsrBuild }) => ({
  appType: 'custom',
  publicDir: 'web/public',
  plugins: [stripSchemas(), minifyInlineScripts(), hydrateIslands(), reactPlugin(), tailwindcss()],
  // Bundles all packages into one file, so that none of them must be installed in production.
  ssr: { noExternal: command === 'build' ? true : undefined },
  // React has the function that this package provides for older versions.
  resolve: { alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }] },
  define: command === 'build' ? { 'process.env.NODE_ENV': '"production"' } : {},
  build: isSsrBuild
    ? { outDir: 'dist/web', copyPublicDir: false, license }
    : {
        outDir: 'dist/client',
        license,
        manifest: true,
        assetsInlineLimit: 0,
        modulePreload: { resolveDependencies },
        rolldownOptions: {
          // A component that a page does not render is not loaded with it.
          treeshake: {
            moduleSideEffects: (id) => !/\/web\/(features|shared)\/.*\.tsx$|\/(contract|domain)\//.test(id),
          },
          input: [
            'web/entry-client.tsx',
            'web/ui/tip-page.css',
            'web/ui/landing.css',
            'web/features/buying/pdf-reader/pdf-reader-script.ts',
            'web/features/site/developers/developers-script.ts',
            ...islandEntries,
          ],
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'react', test: isIn(chunks.react) },
                { name: 'forms', test: isIn(chunks.forms) },
                { name: 'cover', test: isIn(chunks.cover) },
                { name: 'time', test: isIn(chunks.time) },
                { name: 'badge', test: isIn(chunks.badge) },
                { name: 'share', test: isIn(chunks.share) },
                { name: 'words', test: isIn(chunks.words) },
                { name: 'creators', test: isIn(chunks.creators) },
                { name: 'ui', test: (id) => id.includes(preloadHelper) || isIn(chunks.ui)(id) },
              ],
            },
          },
        },
      },
}))
