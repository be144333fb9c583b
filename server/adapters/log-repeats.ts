const maxKeys = 1_000

type Seen = { writtenAt: number; repeated: number }

/**
 * Decides which log lines to write. Returns how often a line was omitted since it was last written, or undefined when
 * it is omitted now. Lines are equal when level, message, fields and the error's code or message are.
 */
export function repeatFilter(
  windowMs: number,
): (facts: unknown, words: Array<unknown>, level: number) => number | undefined {
  const seen = new Map<string, Seen>()
  return (facts, words, level) => {
    const key = keyOf(facts, words, level)
    const now = performance.now()
    const before = seen.get(key)
    if (before && now - before.writtenAt < windowMs) {
      before.repeated += 1
      return undefined
    }
    if (seen.size >= maxKeys) seen.clear()
    seen.set(key, { writtenAt: now, repeated: 0 })
    return before?.repeated ?? 0
  }
}

function keyOf(facts: unknown, words: Array<unknown>, level: number): string {
  if (typeof facts !== 'object' || facts === null) return `${level} ${facts} ${words}`
  const { err, ...rest } = facts as { err?: unknown }
  return `${level} ${words} ${Object.entries(rest).map(String)} ${codeOf(err)}`
}

/** The innermost cause has the specific message. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  if ('cause' in error && error.cause) return codeOf(error.cause)
  if ('code' in error && error.code) return String(error.code)
  return 'message' in error ? String(error.message) : ''
}
