const maxKeys = 1_000

type LoggedLine = { writtenAt: number; repeated: number }

/**
 * Decides which log lines to write. Returns how often a line was omitted since it was last written, or undefined when
 * it is omitted now. Lines are equal when level, message, fields and the error's code or message are.
 */
export function repeatFilter(
  windowMs: number,
): (fields: unknown, args: Array<unknown>, level: number) => number | undefined {
  const lines = new Map<string, LoggedLine>()
  return (fields, args, level) => {
    const key = keyOf(fields, args, level)
    const now = performance.now()
    const last = lines.get(key)
    if (last && now - last.writtenAt < windowMs) {
      last.repeated += 1
      return undefined
    }
    if (lines.size >= maxKeys) lines.clear()
    lines.set(key, { writtenAt: now, repeated: 0 })
    return last?.repeated ?? 0
  }
}

function keyOf(fields: unknown, args: Array<unknown>, level: number): string {
  if (typeof fields !== 'object' || fields === null) return `${level} ${fields} ${args}`
  const { err, ...rest } = fields as { err?: unknown }
  return `${level} ${args} ${Object.entries(rest).map(String)} ${codeOf(err)}`
}

/** The innermost cause has the specific message. */
function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return String(error)
  if ('cause' in error && error.cause) return codeOf(error.cause)
  if ('code' in error && error.code) return String(error.code)
  return 'message' in error ? String(error.message) : ''
}
