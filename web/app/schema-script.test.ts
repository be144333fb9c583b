import { expect, onTestFinished, test, vi } from 'vitest'
import { schemaScript } from './schema-script.ts'

test('schemas made after the script of the head compile no code', async () => {
  const compile = vi.fn()
  // zod is loaded again after the script, and by the next test without it.
  vi.resetModules()
  onTestFinished(() => {
    vi.unstubAllGlobals()
    vi.resetModules()
    Reflect.deleteProperty(globalThis, '__zod_globalConfig')
  })
  // biome-ignore lint/security/noGlobalEval: this is how a browser runs the script
  globalThis.eval(schemaScript)
  vi.stubGlobal(
    'Function',
    class {
      constructor() {
        compile()
      }
    },
  )
  const { z } = await import('zod')

  const read = z.object({ title: z.string() }).safeParse({ title: 'Dusk' })

  expect(read.success).toBe(true)
  expect(compile).not.toHaveBeenCalled()
})
