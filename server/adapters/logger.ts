import pino, { type DestinationStream, type Logger } from 'pino'
import { loggedError } from '../db/logged-error.ts'
import { repeatFilter } from './log-repeats.ts'

/**
 * The log of an instance: a line of JSON each. What a library says of a request's headers is left out, cookies above all,
 * and so are the values of a failed query. A warning or an error that comes again and again is written every ten seconds.
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
      logMethod([facts, ...words], method, at) {
        const repeated = at < warn ? 0 : shouldWrite(facts, words, at)
        if (repeated === undefined) return
        const counted = repeated > 0 && isFacts(facts) ? { ...facts, repeated } : facts
        // The arguments as they came, the count beside them.
        method.apply(this, [counted, ...words] as Parameters<typeof method>)
      },
    },
  }
  return to ? pino(options, to) : pino(options)
}

function isFacts(facts: unknown): facts is object {
  return typeof facts === 'object' && facts !== null && !(facts instanceof Error)
}
