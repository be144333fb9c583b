import type { z } from 'zod'
import type { Route } from '../../contract/route.ts'

/** What a call answers: its reply's shape, or the bytes of a file. */
export type ReplyOf<R extends Route> = R extends { reply: infer S extends z.ZodType } ? z.output<S> : Blob

/** A call by name alone, without its schemas. */
export type Endpoint<R extends Route> = { method: R['method']; path: R['path'] }

// An object with nothing that must be given may be left out altogether.
type Needed<K extends string, T> = object extends T ? { [P in K]?: T } : { [P in K]: T }
type Part<R extends Route, K extends 'params' | 'query' | 'body'> = R extends {
  [P in K]: infer S extends z.ZodType
}
  ? Needed<K, z.input<S>>
  : { [P in K]?: undefined }

export type CallInput<R extends Route> = Part<R, 'params'> &
  Part<R, 'query'> &
  Part<R, 'body'> & { headers?: Record<string, string>; signal?: AbortSignal }

/** The arguments after the route: none are needed when the call takes nothing. */
export type Arguments<I> = object extends I ? [input?: I] : [input: I]
