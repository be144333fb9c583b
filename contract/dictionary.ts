/**
 * An object whose keys may be any text, also a stranger's. It has no prototype, so that `constructor` and `__proto__` have
 * no value until one is set, unlike in an object literal.
 */
export function dictionary<Value>(entries: Readonly<Record<string, Value>> = {}): Record<string, Value> {
  return Object.assign(Object.create(null), entries)
}
