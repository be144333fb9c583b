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

test.each([
  'p-1 hover:p-2 focus:p-3 hover:p-4',
  'hover:p-1 focus-visible:hover:p-2 hover:p-3',
  '[&>svg]:size-4 [&>svg]:w-5 [&>svg]:size-6',
  'data-[state=open]:bg-brand has-[:checked]:bg-paper data-[state=open]:bg-sunken',
  'p-1! p-2 !p-3',
  'text-sm/6 leading-4 text-lg/8',
  'bg-brand/50 bg-brand/90 w-1/2 w-full',
  '-mt-2 mt-4 -mt-[3px]',
  'w-[calc(100%-2rem)] max-w-[min(40rem,100%-2px)] w-4',
  'bg-[color:var(--a)] bg-sunken unknown  unknown some-name',
  'text-[15px] text-brand text-left text-[var(--accent)] text-sm',
])('cn merges %s like tailwind-merge', (classes) => {
  expect(cn(classes)).toBe(twMerge(classes))
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
