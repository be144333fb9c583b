/**
 * Runs in the head before any module and stops zod from compiling code. zod would first try `new Function`, which our
 * CSP blocks and browsers report in the console. It is a script and not an import, because most pages must not load
 * zod.
 */
export const schemaScript = 'globalThis.__zod_globalConfig={jitless:true}'
