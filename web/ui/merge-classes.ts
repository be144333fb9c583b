import { type ClassGroup, classGroups, conflictingClassGroups } from './class-groups.ts'

type Test = (value: string) => boolean
type GroupTests = Array<{ group: string; test: Test }>

/** By utility, such as `block` and `text-left`. */
const groupByUtility = new Map<string, string>()
/** By the utility's text before a hyphen, in the order of the groups. */
const testsByPrefix = new Map<string, GroupTests>()
for (const [group, entries] of Object.entries(classGroups)) addGroup(group, entries)

function addGroup(group: string, entries: ClassGroup): void {
  for (const entry of entries) {
    if (typeof entry === 'string') groupByUtility.set(entry, group)
    else
      for (const [prefix, values] of Object.entries(entry))
        for (const value of values) {
          if (typeof value === 'string') groupByUtility.set(value ? `${prefix}-${value}` : prefix, group)
          else testsByPrefix.set(prefix, [...(testsByPrefix.get(prefix) ?? []), { group, test: value }])
        }
  }
}

const maxCached = 500
const cache = new Map<string, string>()

/**
 * Removes each utility that a later one with the same variants overrides. Other class names stay. cn.test.ts compares it
 * with tailwind-merge, which would add 1.3 KB to the script of every page.
 */
export function mergeClasses(classes: string): string {
  const cached = cache.get(classes)
  if (cached !== undefined) return cached
  const overridden = new Set<string>()
  const kept = classes
    .split(/\s+/)
    .reverse()
    .filter((name) => isKept(name, overridden))
  const merged = kept.reverse().join(' ').trim()
  if (cache.size >= maxCached) cache.clear()
  cache.set(classes, merged)
  return merged
}

/** A utility's variants with their colons, which may be in brackets; `!` before or after it; and a modifier such as `/50`. */
const pattern = /^((?:(?:\[[^\]]*\]|[^:[])*:)*)(!?)(.*?)(!?)$/

function isKept(name: string, overridden: Set<string>): boolean {
  const [, variants = '', before, utility = '', after] = pattern.exec(name) ?? []
  const group = groupOf(utility.replace(/^-/, '').replace(/\/[^\]/]*$/, ''))
  if (group === undefined) return true
  const scope = `${variants}${before || after} `
  if (overridden.has(scope + group)) return false
  for (const other of [group, ...(conflictingClassGroups[group] ?? [])]) overridden.add(scope + other)
  return true
}

function groupOf(utility: string): string | undefined {
  const exact = groupByUtility.get(utility)
  if (exact !== undefined) return exact
  for (let end = utility.lastIndexOf('-'); end > 0; end = utility.lastIndexOf('-', end - 1)) {
    const value = utility.slice(end + 1)
    const found = testsByPrefix.get(utility.slice(0, end))?.find(({ test }) => test(value))
    if (found) return found.group
  }
  return undefined
}
