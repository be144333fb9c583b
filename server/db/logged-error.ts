type LoggedError = {
  type: string
  message: string
  stack?: string
  code?: unknown
  constraint?: unknown
  table?: unknown
  column?: unknown
  errors?: Array<unknown>
  cause?: unknown
}

type ErrorLike = { name?: string; message: string; stack?: string | undefined }

/**
 * The loggable part of an error. Errors of database drivers contain the values of the failed query, and errors of
 * HTTP clients contain whole connections. Values, PostgreSQL's `detail` and `where`, and email addresses are removed.
 * SQLSTATE, table, constraint and query text are kept. A value that is not an error is returned unchanged.
 */
export function loggedError(error: unknown): unknown {
  return isErrorLike(error) ? describe(error) : error
}

/** The loggable part as an Error, for callers that store thrown errors. Keeps name and code. */
export function errorWithoutValues(error: unknown): unknown {
  if (!isErrorLike(error)) return error
  const { type, message, stack, code } = describe(error)
  return Object.assign(new Error(message), { name: type, stack, ...(code !== undefined && { code }) })
}

/** Redacts errors that libraries write directly to the console, from this call on. */
export function redactConsoleErrors(): void {
  for (const method of ['error', 'warn'] as const) {
    const write = console[method].bind(console)
    console[method] = (...args: Array<unknown>) => write(...args.map(loggedError))
  }
}

/** The redacted message of any thrown value, for a terminal. */
export function messageWithoutValues(error: unknown): string {
  return isErrorLike(error) ? describe(error).message : String(error)
}

function describe(error: ErrorLike & { cause?: unknown }): LoggedError {
  const message = maskEmails(messageOf(error))
  return {
    type: error.name ?? 'Error',
    message,
    stack: stackOf(error, message),
    ...pickProperties(error, ['code', 'constraint', 'table', 'column']),
    ...('errors' in error && Array.isArray(error.errors) && { errors: error.errors.map(loggedError) }),
    ...(error.cause !== undefined && { cause: loggedError(error.cause) }),
  }
}

function isErrorLike(value: unknown): value is ErrorLike {
  return (
    typeof value === 'object' &&
    value !== null &&
    'message' in value &&
    typeof value.message === 'string' &&
    (value instanceof Error || 'stack' in value)
  )
}

function messageOf(error: ErrorLike): string {
  if ('query' in error && 'params' in error) return `Failed query: ${error.query}`
  const sqlState = 'code' in error ? String(error.code) : ''
  // PostgreSQL quotes an invalid value in its message: invalid input syntax for type uuid: "…".
  return /^22\w{3}$/.test(sqlState) ? error.message.replace(/".*"/s, '"…"') : error.message
}

/** The stack begins with the original message. */
function stackOf({ message, stack = '' }: ErrorLike, safeMessage: string): string {
  const messageStart = stack.indexOf(message)
  const frames = messageStart === -1 ? '' : stack.slice(messageStart + message.length)
  return `${safeMessage}${frames}`
}

function pickProperties(error: object, names: Array<string>): Partial<LoggedError> {
  return Object.fromEntries(Object.entries(error).filter(([name, value]) => names.includes(name) && value))
}

/** Mail servers repeat the recipient's email in their responses. */
function maskEmails(message: string): string {
  return message.replace(/[^\s<>"'(),;:]+@[^\s<>"'(),;:]+\.[^\s<>"'(),;:]+/g, '[email]')
}
