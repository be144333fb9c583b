import { messageWithoutValues } from './logged-error.ts'

type Cause = { code: string; message: string }
/** `databaseUrl` is undefined when the bundled database is used. */
type Context = { databaseUrl?: string | undefined }

/** SQLSTATE classes and the errors of a socket, with what is wrong and what to do. The first that matches counts. */
const problems: Array<[code: RegExp, sentence: (reason: string, context: Context) => string]> = [
  [
    /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|ETIMEDOUT|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|EPIPE|28\w{3}|3D000|08\w{3})$/,
    (reason, { databaseUrl }) =>
      databaseUrl
        ? `Cannot connect to the database in DATABASE_URL (${reason}). Check the URL, or unset it to use the bundled database.`
        : `The bundled database does not respond (${reason}). Start the instance again; its log says why it ended.`,
  ],
  [
    /^53300$/,
    (reason) =>
      `The database has no free connection (${reason}). Raise its max_connections, or lower DATABASE_CONNECTIONS of the processes.`,
  ],
  [/^57P0\d$/, (reason) => `The database is starting or stopping (${reason}). Wait a moment, and try again.`],
  [
    /^25006$/,
    (reason) =>
      `The database is read-only (${reason}). Set DATABASE_URL to the primary, or free space on its disk.`,
  ],
  [
    /^(53100|ENOSPC)$/,
    (reason) => `The disk of the database is full (${reason}). Free space on it, and try again.`,
  ],
  [
    /^(42P01|42703|3F000)$/,
    (reason) =>
      `The database does not have the tables of this version (${reason}). Start the instance with this version once: it migrates the database.`,
  ],
  [
    /^42501$/,
    (reason) => `The role in DATABASE_URL may not do this (${reason}). Use the role that owns the database.`,
  ],
  [
    /^(55P03|57014|40P01)$/,
    (reason) => `The database is too busy (${reason}). Nothing was changed. Try again at a quieter time.`,
  ],
]

/**
 * What is wrong with the database, in a sentence that says what to do. It has no SQL and no values. Undefined for an
 * error that a database did not cause.
 */
export function databaseProblem(error: unknown, context: Context): string | undefined {
  const cause = databaseCause(error, context)
  if (cause === undefined) return undefined
  const [, sentence] = problems.find(([pattern]) => pattern.test(cause.code)) ?? []
  return sentence?.(cause.message, context) ?? `The database refused this (${cause.message}).`
}

/** Whether a later try can help without another setting: the database is starting, away for a moment, busy or full. */
export function isPassingDatabaseProblem(error: unknown, context: Context): boolean {
  return passingCodes.test(databaseCause(error, context)?.code ?? '')
}

const passingCodes =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|08\w{3}|53\w{3}|57P0\d|25006|55P03)$/

/** The error of the database or of the way to it, which query builders and retries wrap in others. */
function databaseCause(error: unknown, context: Context): Cause | undefined {
  if (!(error instanceof Error)) return undefined
  const isQuery = 'query' in error && 'params' in error
  // Node tries several addresses of a host name, and the error of all has no message.
  const inner: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  const found = databaseCause(inner, context) ?? (isQuery ? socketError(inner) : undefined)
  if (found) return found
  const message = messageWithoutValues(error)
  if (connectionMessages.test(message)) return { code: 'ECONNREFUSED', message }
  const code = 'code' in error ? String(error.code) : ''
  // PostgreSQL's errors have a severity.
  if (/^[0-9A-Z]{5}$/.test(code) && 'severity' in error) return { code, message }
  if (isWayToDatabase(error, context)) return socketError(error)
  if (isQuery) return { code: '', message: inner === undefined ? 'no reason' : messageWithoutValues(inner) }
  return undefined
}

/** What the driver says without a code. */
const connectionMessages =
  /^(timeout expired$|timeout exceeded when trying to connect|Connection terminated|The server does not support SSL|SASL:)/

function socketError(error: unknown): Cause | undefined {
  if (!(error instanceof Error && 'code' in error && 'syscall' in error)) return undefined
  return { code: String(error.code), message: error.message }
}

/** Whether a connection failed to the address of the database, and not of a mail server or an object store. */
function isWayToDatabase(error: Error, { databaseUrl }: Context): boolean {
  const { address, hostname, port } = error as { address?: string; hostname?: string; port?: number }
  if (address?.includes('.s.PGSQL.')) return true
  const url = databaseUrl === undefined ? null : URL.parse(databaseUrl)
  if (!url) return false
  return hostname === undefined ? port === Number(url.port || 5432) : hostname === url.hostname
}
