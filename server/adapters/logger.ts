import pino, { type DestinationStream, type Logger } from 'pino'
import { loggedError } from '../db/logged-error.ts'

/**
 * The log of an instance: JSON lines. Request headers that a library logs are removed, above all cookies, and so are
 * the values of failed queries. A repeated warning or error is written every ten seconds.
 */
export function createLogger(
  level: string,
  { to, repeatAfterMs = 10_000 }: { to?: DestinationStream; repeatAfterMs?: number } = {},
): Logger {
  const shouldWrite = repeatFilter(repeatAfterMs)
  const { warn = 40 } = pino.levels.values
  const options: pino.LoggerOptions = {
    level,
    redact: { paths: ['headers', '*.headers'], remove: true },
    serializers: { err: loggedError },
    hooks: {
      logMethod([fields, ...args], method, lineLevel) {
        const repeated = lineLevel < warn ? 0 : shouldWrite(fields, args, lineLevel)
        if (repeated === undefined) return
        const fieldsWithCount = repeated > 0 && isFields(fields) ? { ...fields, repeated } : fields
        // The original arguments, with the count added.
        method.apply(this, [fieldsWithCount, ...args] as Parameters<typeof method>)
      },
    },
  }
  return to ? pino(options, to) : pino(options)
}

/**
 * Writes what libraries print as errors and warnings to the log, from this call on: there values of queries are removed,
 * and repeated lines omitted.
 */
export function logConsoleErrors(log: Logger): void {
  for (const method of ['error', 'warn'] as const) {
    console[method] = (...args: Array<unknown>) => {
      const err = args.find((value) => value instanceof Error)
      const text = args.filter((value) => value !== err).map(String)
      log[method]({ ...(err && { err }) }, text.join(' ').trim() || 'printed by a library')
    }
  }
}

function isFields(fields: unknown): fields is object {
  return typeof fields === 'object' && fields !== null && !(fields instanceof Error)
}

const maxKeys = 1_000

type LoggedLine = { writtenAt: number; repeated: number }

/**
 * Decides which log lines to write. Returns how often a line was omitted since it was last written, or undefined when
 * it is omitted now. Lines are equal when level, message, fields and the error's code or message are.
 */
function repeatFilter(
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
