import { twMerge } from 'tailwind-merge'
import { expect, test } from 'vitest'
import { cn } from './cn.ts'

const sources = import.meta.glob<string>(
  ['/web/**/*.{ts,tsx}', '!/web/**/*.test.*', '!/web/ui/class-groups.ts'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)

/** Every utility in a string of the source files, without variants. Other words are included but never conflict. */
function utilities(): Array<string> {
  const texts = Object.values(sources).flatMap((code) => code.match(/(['"`])(?:(?!\1)[^\\\n]|\\.)*\1/g) ?? [])
  const words = texts.flatMap((text) => text.slice(1, -1).split(/\s+/))
  const bases = words.map((word) => word.replace(/^(?:(?:\[[^\]]*\]|[^:[])*:)+/, '').replaceAll('!', ''))
  return [...new Set(bases)].filter((base) => /^-?[a-z][a-z\d]*(?:-|$)/.test(base) && base.length < 60)
}

test('cn keeps the later of two conflicting utilities', () => {
  expect(cn('p-5 text-sm', 'px-3', false, 'p-2')).toBe('text-sm p-2')
  expect(cn('hover:bg-brand bg-surface', 'bg-sunken')).toBe('hover:bg-brand bg-sunken')
})

// Half a million pairs, which take a slow machine a while.
test('cn merges every pair of utilities in the source files like tailwind-merge', {
  timeout: 180_000,
}, () => {
  // A utility that the whole table knows removes itself.
  const known = utilities().filter((name) => twMerge(`${name} ${name}`) === name)
  const different = known.flatMap((first) =>
    known
      .filter((second) => second !== first && cn(`${first} ${second}`) !== twMerge(`${first} ${second}`))
      .map((second) => `${first} ${second}`),
  )

  expect(known.length).toBeGreaterThan(300)
  expect(different, 'Add their group to class-groups.ts').toEqual([])
})
