import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// The entry of the built server, `dist/server.js`. Later starts read compiled code from this folder. From sources,
// scripts/dev.mjs runs start.ts directly.
enableCompileCache(join(import.meta.dirname, 'compile-cache'))
await import('./start.ts')
