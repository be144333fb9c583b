import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { schemaScript } from '../web/app/schema-script.ts'

test('a schema created after the head’s script compiles no code', () => {
  // In its own process, because zod decides this once, when it is loaded.
  const program = `
    let compiled = 0
    globalThis.Function = class { constructor() { compiled += 1; throw new EvalError() } }
    if (process.argv[1] === 'with') globalThis.eval(${JSON.stringify(schemaScript)})
    const { z } = await import('zod')
    const result = z.object({ title: z.string() }).safeParse({ title: 'Dusk' })
    console.log(JSON.stringify([result.success, compiled > 0]))`
  const run = (script: 'with' | 'without') =>
    JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', program, script], { encoding: 'utf8' }),
    )

  expect(run('with')).toEqual([true, false])
  expect(run('without')[1]).toBe(true)
})
