import { enableCompileCache } from 'node:module'
import { join } from 'node:path'
import { runWithCodeCache } from './code-cache.ts'

// The entry of the built server, `dist/server.js`. Later starts read compiled code from this folder. Node's own cache keeps the
// page renderer there. From sources, scripts/dev.mjs runs start.ts directly.
const cacheDir = join(import.meta.dirname, 'compile-cache')
enableCompileCache(cacheDir)
runWithCodeCache(join(import.meta.dirname, 'start.cjs'), cacheDir)
