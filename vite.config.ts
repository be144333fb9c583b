import { globSync } from 'node:fs'
import tailwindcss from '@tailwindcss/vite'
import reactPlugin from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { stripSchemas } from './vite/strip-schemas.ts'

/**
 * The files that are bundled together, with folders ending in a slash. tests/chunks.test.ts checks that each exists. A
 * file that is not listed is bundled with the pages that import it.
 */
export const chunks = {
  /** The modules that every React page and island needs: two files instead of one for each field and icon. */
  react: ['node_modules/react/', 'node_modules/react-dom/', 'node_modules/scheduler/'],
  ui: [
    'contract/account-header.ts',
    'contract/dictionary.ts',
    'contract/image-variants.ts',
    'contract/product.ts',
    'contract/route.ts',
    'contract/screen-limits.ts',
    'contract/site.ts',
    'domain/money-text.ts',
    'node_modules/class-variance-authority/',
    'node_modules/clsx/',
    'node_modules/lucide-react/dist/esm/Icon.mjs',
    'node_modules/lucide-react/dist/esm/context.mjs',
    'node_modules/lucide-react/dist/esm/createLucideIcon.mjs',
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
    'web/api/page-account.ts',
    'web/api/api-error.ts',
    'web/ui/button.tsx',
    'web/ui/button-variants.ts',
    'web/ui/field-context.ts',
    'web/ui/input.tsx',
    'web/ui/spinner.tsx',
    'web/ui/still-loading.tsx',
    'web/ui/icon-tile.tsx',
    'web/ui/skeleton.tsx',
    'web/ui/error-state.tsx',
    'web/ui/empty-state.tsx',
    'web/ui/text-link.tsx',
    'web/ui/link-context.ts',
    'web/ui/lazy-component.tsx',
    'web/ui/link-button.tsx',
    'web/ui/card.tsx',
    'web/ui/toast.ts',
    'web/ui/toast-store.ts',
    'web/ui/money-text.ts',
    'web/ui/page-site.ts',
    'web/hydration/island.tsx',
    'web/ui/browser-storage.ts',
    'web/ui/error-boundary.tsx',
    'web/ui/field.tsx',
  ],
  /** What the forms of islands and of the checkout share. */
  forms: [
    'domain/return-path.ts',
    'node_modules/lucide-react/dist/esm/icons/arrow-left.mjs',
    'node_modules/lucide-react/dist/esm/icons/shield-check.mjs',
    'web/hydration/hydrate-island.tsx',
    'web/payments/checkout-storage.ts',
    'web/payments/payment-secret.ts',
    'web/payments/polling-delay.ts',
    'web/payments/receipt-email.ts',
    'web/payments/start-checkout.ts',
    'web/shared/email-field.tsx',
    'web/ui/back-link.tsx',
    'web/ui/form.tsx',
    'web/ui/form-errors.ts',
    'web/ui/form-schema.ts',
  ],
  /** What pages of creators share with islands, and the checkout does not need. */
  shared: [
    'domain/bytes-text.ts',
    'domain/dates.ts',
    'node_modules/lucide-react/dist/esm/icons/copy.mjs',
    'web/ui/copy-to-clipboard.ts',
    'web/ui/count-text.ts',
    'web/ui/date-text.ts',
    'web/ui/local-time-format.ts',
    'web/ui/local-time.tsx',
  ],
  /** What the dashboard shares with other pages of creators, and with no page of buyers. */
  creators: [
    'domain/chart-buckets.ts',
    'domain/month.ts',
    'node_modules/lucide-react/dist/esm/icons/chart-no-axes-column.mjs',
    'node_modules/lucide-react/dist/esm/icons/clock.mjs',
    'node_modules/lucide-react/dist/esm/icons/external-link.mjs',
    'node_modules/lucide-react/dist/esm/icons/eye.mjs',
    'node_modules/lucide-react/dist/esm/icons/plus.mjs',
    'node_modules/lucide-react/dist/esm/icons/search-x.mjs',
    'node_modules/lucide-react/dist/esm/icons/sliders-horizontal.mjs',
    'node_modules/lucide-react/dist/esm/icons/sparkles.mjs',
    'node_modules/lucide-react/dist/esm/icons/trash.mjs',
    'node_modules/lucide-react/dist/esm/icons/undo-2.mjs',
    'web/features/earnings/balance-caption.ts',
    'web/shared/content-labels.ts',
    'web/shared/content-taken-down-notice.tsx',
    'web/shared/in-review.ts',
    'web/shared/published-state.ts',
    'web/shared/query-state.tsx',
    'web/shared/require-auth.tsx',
    'web/shared/session-expired.ts',
    'web/shared/use-sale-events.ts',
    'web/ui/badge.tsx',
    'web/ui/skeleton-rows.tsx',
    'web/ui/sparkline.tsx',
    'web/ui/stat-strip.tsx',
    'web/ui/tooltip.tsx',
    'web/ui/use-debounced-search.ts',
  ],
  /** Fields that the checkout shares with React pages. In the chunk of creators, they would load and start a React page. */
  fields: ['web/ui/disclosure.tsx', 'web/ui/select.tsx'],
  /** The card form: one file instead of eight. */
  payment: [
    'contract/sandbox-cards.ts',
    'web/payments/buyer-email.ts',
    'web/payments/duplicate-purchase-guard.tsx',
    'web/payments/pay-button.tsx',
    'web/payments/payment-error.tsx',
    'web/payments/payment-form.tsx',
    'web/payments/payment-labels.ts',
    'web/payments/payment-loading.tsx',
    'web/payments/sandbox/',
  ],
}

/** Vite's own module that loads chunks; it has no file. */
const preloadHelper = 'preload-helper'

const isIn = (paths: Array<string>) => (id: string) => paths.some((path) => id.includes(`/${path}`))

/**
 * Pages that load their files in one round trip, because people open them often or wait for them. The list of files is in
 * the code that all pages load. Other pages load the files that they import one round trip later.
 */
const preloadedPages =
  /\/(analytics|bulk-upload|dashboard|edit|payout-settings|profile-settings|sales|sign-in|success|upload)-page-/
/** Loaded with every page of React. */
const alwaysLoaded = /\/(react|rolldown-runtime|ui|entry-client)-[^/]*$/

/** The files that the browser loads together with a dynamically imported one. */
function resolveDependencies(file: string, dependencies: Array<string>): Array<string> {
  if (/-page-[^/]*$/.test(file) && !preloadedPages.test(file)) return []
  return dependencies.filter((dependency) => !alwaysLoaded.test(dependency))
}

/** Read and removed by scripts/build.mjs. */
const license = { fileName: '.vite/licenses.json' }

/** `vite build` makes the browsers' bundle, `vite build --ssr web/entry-server.tsx` the one that renders pages on the server. */
export default defineConfig(({ command, isSsrBuild }) => ({
  appType: 'custom',
  publicDir: 'web/public',
  plugins: [stripSchemas(), reactPlugin(), tailwindcss()],
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
            moduleSideEffects: (id) => !/\/web\/(features|shared)\/.*\.tsx$|\/contract\//.test(id),
          },
          input: [
            'web/entry-client.tsx',
            'web/ui/tip-page.css',
            'web/ui/landing.css',
            'web/features/pdf-reader/pdf-reader-script.ts',
            ...globSync('web/features/**/*-island.ts'),
          ],
          output: {
            codeSplitting: {
              includeDependenciesRecursively: false,
              groups: [
                { name: 'react', test: isIn(chunks.react), priority: 2 },
                { name: 'forms', test: isIn(chunks.forms), priority: 1 },
                { name: 'fields', test: isIn(chunks.fields), priority: 1 },
                { name: 'shared', test: isIn(chunks.shared), priority: 1 },
                { name: 'creators', test: isIn(chunks.creators), priority: 1 },
                { name: 'payment', test: isIn(chunks.payment), priority: 1 },
                { name: 'ui', test: (id) => id.includes(preloadHelper) || isIn(chunks.ui)(id), priority: 2 },
              ],
            },
          },
        },
      },
}))
