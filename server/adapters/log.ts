import pino, { type DestinationStream, type Logger } from 'pino'

/** The log of an instance: a line of JSON each. What a library says of a request's headers is left out, cookies above all. */
export function openLog(
  level: string,
  { err, to }: { err?: (error: unknown) => unknown; to?: DestinationStream } = {},
): Logger {
  const options = {
    level,
    redact: { paths: ['headers', '*.headers'], remove: true },
    ...(err && { serializers: { err } }),
  }
  return to ? pino(options, to) : pino(options)
}
