import { readStored, writeStored } from '../ui/browser-storage.ts'

const storageKey = 'own-items'
/** The newest ones; the others are asked for. */
const maxRemembered = 300

function readIds(): Array<number> {
  const ids = (readStored('localStorage', storageKey) ?? '').split(' ')
  return ids.map(Number).filter(Number.isSafeInteger)
}

/** Remembers on this device which items are the creator's own, so that their pages keep room for the bar above them. */
export function rememberOwnItems(ids: ReadonlyArray<number>): void {
  const known = [...new Set([...ids, ...readIds()])].slice(0, maxRemembered)
  writeStored('localStorage', storageKey, known.join(' '))
}

/** A hint: the server decides whose item it is. */
export function isRememberedOwnItem(id: number): boolean {
  return readIds().includes(id)
}
