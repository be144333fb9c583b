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

test('a changed program and a damaged cache are compiled again', async () => {
  const { run, caches, file } = await program("console.log('one')")
  await run()
  await writeFile(file, "console.log('two')")

  expect(await run()).toBe('two')
  expect(await caches()).toHaveLength(2)

  for (const cache of await caches()) await writeFile(cache, 'damaged')
  expect(await run()).toBe('two')
  const damaged = await Promise.all((await caches()).map((cache) => readFile(cache, 'latin1')))
  expect(damaged.filter((content) => content === 'damaged')).toHaveLength(1)
})

test('without a writable folder a program runs all the same', async () => {
  const { run, file } = await program(text)

  expect(JSON.parse(await run(join(file, 'cache')))).toContain(file)
})
