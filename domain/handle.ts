import { limits } from '../contract/limits.ts'
import { reservedNames } from '../contract/names.ts'
import { transliterate } from './transliteration.ts'

/** False for reserved handles, also with underscores and digits around them. */
export function isHandleAllowed(handle: string): boolean {
  const bare = handle.replace(/^[_\d]+|[_\d]+$/g, '')
  return bare !== '' && !reservedNames.has(handle) && !reservedNames.has(bare)
}

/** A handle for a display name: `Mara Vitale` becomes `mara_vitale`. Empty when too little of it can be used. */
export function suggestHandle(name: string): string {
  const { min, max } = limits.handleLength
  const candidate = [...name.toLowerCase()]
    .map((letter) => transliterate(letter) ?? letter)
    .join('')
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '_')
    .slice(0, max)
    .replace(/^_+|_+$/g, '')
  return candidate.length >= min && isHandleAllowed(candidate) ? candidate : ''
}

/** Handles to try in order when the first is taken: the handle, then with a number. The last number is random. */
export function handleCandidates(handle: string, random: () => number = Math.random): Array<string> {
  const numbers = [2, 3, 4, 1000 + Math.floor(random() * 9000)]
  const addNumber = (number: number) => `${handle.slice(0, limits.handleLength.max - 5)}_${number}`
  return [handle, ...numbers.map(addNumber)]
}
