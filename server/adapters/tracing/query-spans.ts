import { context, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import pg from 'pg'

type Query = (...args: Array<unknown>) => unknown

/**
 * Records a span for each statement that a traced request sends, with its text and without its values. Returns a
 * function that stops it.
 */
export function traceQueries(tracer: Tracer): () => void {
  const { prototype } = pg.Client
  const original: unknown = prototype.query
  const query = original as Query
  const traced: Query = function (this: pg.Client, ...args) {
    if (!trace.getSpan(context.active())) return query.apply(this, args)
    const text = textOf(args[0])
    const span = tracer.startSpan(/^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? 'query', {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
    })
    const callback = args.at(-1)
    if (typeof callback === 'function') {
      const wrapped = context.bind(context.active(), (error: unknown, ...results: Array<unknown>) => {
        end(span, error)
        return callback(error, ...results)
      })
      return query.apply(this, [...args.slice(0, -1), wrapped])
    }
    const result = query.apply(this, args)
    if (result instanceof Promise)
      result.then(
        () => end(span),
        (error: unknown) => end(span, error),
      )
    else end(span)
    return result
  }
  Object.assign(prototype, { query: traced })
  return () => Object.assign(prototype, { query })
}

function textOf(query: unknown): string {
  if (typeof query === 'string') return query
  return typeof query === 'object' && query !== null && 'text' in query ? String(query.text) : ''
}

/** A query's message may contain values, so only its SQLSTATE is recorded. */
function end(span: Span, error?: unknown): void {
  if (error) {
    const code = typeof error === 'object' && 'code' in error ? String(error.code) : 'unknown'
    span.setAttribute('db.response.status_code', code)
    span.setStatus({ code: SpanStatusCode.ERROR })
  }
  span.end()
}
