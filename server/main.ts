import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// Later starts of a build read the compiled code from this folder and don't parse the bundle again. Node writes it when
// the process ends, and ignores a folder that is not writable.
if (import.meta.filename.endsWith('.js')) enableCompileCache(join(import.meta.dirname, 'compile-cache'))
await import('./start.ts')
