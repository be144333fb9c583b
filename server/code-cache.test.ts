import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'

const module = join(import.meta.dirname, 'code-cache.ts')

async function program(text: string) {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-code-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'start.cjs')
  const cacheDir = join(folder, 'cache')
  await writeFile(file, text)
  return {
    file,
    cacheDir,
    caches: () => readdir(cacheDir).then((names) => names.map((name) => join(cacheDir, name))),
    async run(dir = cacheDir) {
      const start = `import(${JSON.stringify(module)}).then((code) => code.runWithCodeCache(...${JSON.stringify([file, dir])}))`
      const { stdout } = await promisify(execFile)(process.execPath, ['-e', start])
      return stdout.trim()
    },
  }
}

const text = `
exports.isServing = Promise.resolve(true)
function later() { return [__filename, __dirname, typeof require('node:fs').readFileSync, this === module.exports] }
console.log(JSON.stringify(later.call(this)))`

test('a program runs like any CommonJS file, and its next run uses what the first one compiled', async () => {
  const { run, caches, file } = await program(text)
  const expected = JSON.stringify([file, join(file, '..'), 'function', true])

  expect(await run()).toBe(expected)
  const [cache = ''] = await caches()
  const bytes = await readFile(cache)

  expect(await run()).toBe(expected)
  expect(await caches()).toEqual([cache])
  expect((await readFile(cache)).equals(bytes)).toBe(true)
  // The name of a function's variable is in the compiled code only when the function was called.
  expect(bytes.includes('readFileSync')).toBe(true)
})

test('a changed program is compiled again', async () => {
  const { run, caches, file } = await program(text)
  const printed = await run()
  await writeFile(file, text.replaceAll('later', 'other'))

  expect(await run()).toBe(printed)
  expect(await caches()).toHaveLength(2)
})

test('a cache with damaged code is replaced', async () => {
  const { run, caches } = await program(text)
  const printed = await run()
  const [cache = ''] = await caches()
  const bytes = await readFile(cache)
  // Its beginning stays, by which V8 recognizes its data.
  const middle = Math.floor(bytes.length / 2)
  const damaged = Buffer.from(bytes).fill(0, middle)
  await writeFile(cache, damaged)

  expect(await run()).toBe(printed)
  expect((await readFile(cache)).equals(damaged)).toBe(false)
})

test('a program that does not serve leaves no cache', async () => {
  const { run, caches } = await program(text.replace('true', 'false'))

  await run()
  await expect(caches()).rejects.toThrow('ENOENT')
})

test('without a writable folder a program runs all the same', async () => {
  const { run, file } = await program(text)

  expect(JSON.parse(await run(join(file, 'cache')))).toContain(file)
})
