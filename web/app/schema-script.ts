/**
 * Runs in the head before any module: zod then validates without compiling code. It would try `new Function` first, which our
 * policy blocks and every console reports as a violation. Not set by an import: most pages must not carry zod.
 */
export const schemaScript = 'globalThis.__zod_globalConfig={jitless:true}'
