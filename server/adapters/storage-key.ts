/** Throws for an invalid key. */
export function assertStorageKey(key: string): string {
  if (key.length > 200 || !/^[a-z0-9-]+(\/[a-z0-9-]+)*$/.test(key)) throw new Error('Not a storage key')
  return key
}
