import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { phase } from '../scripts/progress.mjs'

test('a phase prints its start, its elapsed time and its end', async () => {
  const lines: Array<string> = []

  const result = await phase('Building pages', () => sleep(50, 'built'), {
    everyMs: 10,
    print: (line) => lines.push(line),
  })

  expect(result).toBe('built')
  expect(lines[0]).toBe('Building pages …')
  expect(lines[1]).toBe('Building pages … 0 s')
  expect(lines.at(-1)).toBe('Building pages: done in 0 s.')
})

test('a failing phase passes its error on and prints nothing more', async () => {
  const lines: Array<string> = []
  const options = { everyMs: 5, print: (line: string) => lines.push(line) }

  await expect(phase('Installing', () => Promise.reject(new Error('No network')), options)).rejects.toThrow(
    'No network',
  )
  const printedCount = lines.length
  await sleep(30)

  expect(lines).toHaveLength(printedCount)
  expect(lines).not.toContain('Installing: done in 0 s.')
})
