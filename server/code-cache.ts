import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/** By then the process has started and shown its first pages. V8 removes compiled functions that are not used for long. */
const saveDelayMs = 3_000

/**
 * Runs a CommonJS file with V8's compiled code of an earlier run from `cacheDir`. Node's own compile cache has only what V8 compiles
 * before it runs a file. This one is written after the start, so it has every function that the start called. Nothing is
 * written to a folder that is not writable. The file's characters must be below U+0100.
 */
export function runWithCodeCache(file: string, cacheDir: string): void {
  const bytes = readFileSync(file)
  const cacheFile = join(cacheDir, `${basename(file)}-${bytes.length}-${crc32(bytes).toString(16)}`)
  const cachedData = readIfExists(cacheFile)
  const script = new Script(Module.wrap(bytes.toString('latin1')), { filename: file, cachedData })
  const module = { exports: {} }
  const run = script.runInThisContext() as (...given: Array<unknown>) => void
  run.call(module.exports, module.exports, createRequire(file), module, file, dirname(file))
  // V8 rejects what another version or other flags have written.
  if (!cachedData || script.cachedDataRejected) saveLater(script, cacheFile)
}

/** Saves at the end of the process if that is earlier. */
function saveLater(script: Script, cacheFile: string): void {
  const save = () => {
    clearTimeout(timer)
    process.off('exit', save)
    writeAtomically(cacheFile, script.createCachedData())
  }
  const timer = setTimeout(save, saveDelayMs).unref()
  process.once('exit', save)
}

function readIfExists(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}

function writeAtomically(file: string, data: Buffer): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
    const partial = `${file}-${process.pid}`
    writeFileSync(partial, data)
    renameSync(partial, file)
  } catch {
    // The next start compiles again.
  }
}
