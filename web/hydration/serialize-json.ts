/** JSON for a script element. Escapes `<`, so that a creator's text cannot close it. */
export function serializeJson(value: unknown): string {
  return JSON.stringify(value).replace(/</g, '\\u003c')
}
