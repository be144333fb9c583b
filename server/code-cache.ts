import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { Script } from 'node:vm'
import { crc32 } from 'node:zlib'

/** After a start, so that the first pages are in it. V8 removes compiled functions that are not used for long. */
const saveDelayMs = 3_000

/** What the file exports: `isServing` resolves with true once everything runs that a start needs. */
type Program = { isServing: Promise<boolean> }

/**
 * Runs a CommonJS file with V8's compiled code of an earlier run from `cacheDir`. Node's own compile cache has only what V8 compiles
 * before it runs a file. This one is written after the start, so it has every function that the start called. Nothing is
 * written to a folder that is not writable. The file's characters must be below U+0100.
 */
export function runWithCodeCache(file: string, cacheDir: string): void {
  const bytes = readFileSync(file)
  const cacheFile = join(cacheDir, `${basename(file)}-${bytes.length}-${crc32(bytes).toString(16)}`)
  const cachedData = readChecked(cacheFile)
  const script = new Script(Module.wrap(bytes.toString('latin1')), { filename: file, cachedData })
  const module = { exports: {} as Program }
  const run = script.runInThisContext() as (...given: Array<unknown>) => void
  run.call(module.exports, module.exports, createRequire(file), module, file, dirname(file))
  // V8 rejects what another version or other flags have written.
  if (cachedData && !script.cachedDataRejected) return
  // A start that failed, or a process without pages, has not called what other starts call.
  module.exports.isServing.then((isServing) => isServing && saveLater(script, cacheFile))
}

/** Saves at the end of the process if that is earlier. */
function saveLater(script: Script, cacheFile: string): void {
  const save = () => {
    clearTimeout(timer)
    process.off('exit', save)
    writeChecked(cacheFile, script)
  }
  const timer = setTimeout(save, saveDelayMs).unref()
  process.once('exit', save)
}

const checksumBytes = 4

/** Undefined for a missing or damaged file. V8 itself would crash on damaged code. */
function readChecked(file: string): Buffer | undefined {
  try {
    const bytes = readFileSync(file)
    const data = bytes.subarray(checksumBytes)
    return bytes.readUInt32LE(0) === crc32(data) ? data : undefined
  } catch {
    return undefined
  }
}

/** The next start compiles again when this fails. */
function writeChecked(file: string, script: Script): void {
  const partial = `${file}-${process.pid}`
  const data = script.createCachedData()
  const checksum = Buffer.alloc(checksumBytes)
  checksum.writeUInt32LE(crc32(data))
  try {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(partial, Buffer.concat([checksum, data]), { flush: true })
    renameSync(partial, file)
  } catch {
    remove(partial)
  }
}

function remove(file: string): void {
  try {
    rmSync(file, { force: true })
  } catch {
    // Its folder may be none.
  }
}
