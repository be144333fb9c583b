import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { describe, expect, onTestFinished, test } from 'vitest'
import { startupPlugins } from '../scripts/lazy-packages.mjs'

const root = join(import.meta.dirname, '..')

const require = `import { createRequire as createRequireOf } from 'node:module'; const require = createRequireOf(import.meta.url);`
/** As the server and the other programs are built (scripts/build.mjs). */
const formats = {
  cjs: { format: 'cjs', supported: { 'dynamic-import': false } },
  esm: { format: 'esm', splitting: true, banner: { js: require } },
} as const

/** Bundles a program and runs it. Returns what it prints as JSON. */
async function runBundled(contents: string, format: keyof typeof formats): Promise<unknown> {
  const outdir = await mkdtemp(join(tmpdir(), 'tipdrop-lazy-'))
  onTestFinished(() => rm(outdir, { recursive: true }))
  const lines = contents.split('\n')
  const isImport = (line: string) => line.trim().startsWith('import ')
  // A CommonJS file has no await outside of functions.
  const program = [
    ...lines.filter(isImport),
    `void (async () => { ${lines.filter((line) => !isImport(line)).join('\n')} })()`,
  ].join('\n')
  const extension = format === 'cjs' ? '.cjs' : '.mjs'
  await build({
    stdin: { contents: program, resolveDir: root, sourcefile: 'program.ts', loader: 'ts' },
    absWorkingDir: root,
    outdir,
    outExtension: { '.js': extension },
    plugins: startupPlugins,
    ...{ bundle: true, platform: 'node', logLevel: 'silent' },
    ...formats[format],
  })
  const { stdout } = await promisify(execFile)(process.execPath, [join(outdir, `stdin${extension}`)])
  return JSON.parse(stdout)
}

describe.each(['cjs', 'esm'] as const)('in a bundle as %s', (format) => {
  test('a start with node:http does not load undici', async () => {
    const loads = await runBundled(
      `
    import { createServer, STATUS_CODES } from 'node:http'
    import http from 'http'
    const names = (process as any).moduleLoadList.filter((name) => name.includes('undici/undici'))
    console.log(JSON.stringify([typeof createServer, http.STATUS_CODES === STATUS_CODES, names]))`,
      format,
    )

    expect(loads).toEqual(['function', true, []])
  })

  test('lazy packages do what they do without being lazy', async () => {
    const results = await runBundled(
      `
    import { CronExpressionParser } from 'cron-parser'
    import { RRuleTemporal } from 'rrule-temporal'
    import { parse, stringify } from 'yaml'
    import { glob } from 'glob'
    import { generateAuthenticationOptions, verifyRegistrationResponse } from '@simplewebauthn/server'
    const next = CronExpressionParser.parse('0 3 * * *', { tz: 'UTC', currentDate: new Date(0) }).next().toDate()
    const rule = new RRuleTemporal({ rruleString: 'DTSTART:20260101T000000Z\\nRRULE:FREQ=DAILY;COUNT=2' })
    const { rpId } = await generateAuthenticationOptions({ rpID: 'example.com' })
    const rejected = await verifyRegistrationResponse({ response: {} } as any).catch((error) => error.message)
    console.log(JSON.stringify([next, rule.all().length, parse('a: 1'), stringify({ b: 2 }),
      await glob('package.json', { cwd: ${JSON.stringify(root)} }), rpId, rejected]))`,
      format,
    )

    expect(results).toEqual([
      '1970-01-01T03:00:00.000Z',
      2,
      { a: 1 },
      'b: 2\n',
      ['package.json'],
      'example.com',
      'Missing credential ID',
    ])
  })

  test('an export of a lazy package that is not listed fails the build', async () => {
    await expect(runBundled(`import { Scalar } from 'yaml'; console.log(Scalar)`, format)).rejects.toThrow(
      'Scalar',
    )
  })
})
