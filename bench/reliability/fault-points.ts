import { AsyncLocalStorage } from 'node:async_hooks'
import { subscribe } from 'node:diagnostics_channel'
import { appendFileSync, readFileSync } from 'node:fs'
import fileSystem from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import pg from 'pg'
import type { PgBoss } from 'pg-boss'
import type { Ports } from '../../server/ports/index.ts'

/** A request or job in progress, and how often it has passed each kind of point. */
type UseCase = { name: string; passed: Map<string, number> }

const running = new AsyncLocalStorage<UseCase>()
const { FAULT_POINT: pointFile = '', FAULT_TRACE: traceFile } = process.env

/**
 * Passes the point before `step`, and returns a function that passes the point after it. A point is named by use
 * case, side, step and count: `POST /api/complete-payment: before insert purchases 1`.
 */
function pass(step: string): () => void {
  const useCase = running.getStore()
  if (!useCase) return () => undefined
  const count = (useCase.passed.get(step) ?? 0) + 1
  useCase.passed.set(step, count)
  const name = (side: string) => `${useCase.name}: ${side} ${step} ${count}`
  reach(name('before'))
  return () => reach(name('after'))
}

function reach(point: string): void {
  if (traceFile) appendFileSync(traceFile, `${point}\n`)
  if (armedPoint() === point) process.kill(process.pid, 'SIGKILL')
}

function armedPoint(): string {
  try {
    return readFileSync(pointFile, 'utf8')
  } catch {
    return ''
  }
}

/** Makes each HTTP request a use case, with its response as a point. */
export function watchRequests(): void {
  subscribe('http.server.request.start', (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const useCase = { name: nameOf(request), passed: new Map() }
    running.enterWith(useCase)
    const end = response.end
    response.end = function (this: ServerResponse, ...given: Array<unknown>) {
      this.once(
        'finish',
        running.run(useCase, () => pass('reply')),
      )
      return Reflect.apply(end, this, given)
    } as ServerResponse['end']
  })
}

/** The route without ids, tokens and query, so that a call has the same name each time. */
function nameOf({ method, url = '' }: IncomingMessage): string {
  const path = url.split('?')[0]?.replace(/\/[^/]*(?:\d[^/]*|[^/]{30,})/g, '/*')
  return `${method} ${path}`
}

/** Makes each run of a job a use case. */
export function watchJobs(boss: PgBoss): void {
  const work = boss.work.bind(boss) as (...given: Array<unknown>) => Promise<string>
  boss.work = ((name: string, options: object, handle: (jobs: unknown) => Promise<unknown>) =>
    work(name, options, (jobs: unknown) =>
      running.run({ name: `job ${name}`, passed: new Map() }, () => handle(jobs)),
    )) as PgBoss['work']
}

/**
 * Makes each SQL statement within a use case a point. `after` means that the result has arrived and was not processed
 * yet.
 */
export function watchStatements(): void {
  const query = pg.Client.prototype.query as (...given: Array<unknown>) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...given: Array<unknown>) {
    const after = pass(statementName(given[0]))
    const last = given.at(-1)
    if (typeof last === 'function')
      return Reflect.apply(query, this, [
        ...given.slice(0, -1),
        (...result: Array<unknown>) => {
          after()
          Reflect.apply(last, undefined, result)
        },
      ])
    const result = Reflect.apply(query, this, given)
    return result instanceof Promise ? result.finally(after) : result
  } as typeof pg.Client.prototype.query
}

function statementName(given: unknown): string {
  const text = typeof given === 'string' ? given : textOf(given)
  const verb = /\w+/.exec(text)?.[0].toLowerCase() ?? 'statement'
  const table = /\b(?:from|into|update)\s+"?(\w+)"?(?:\."?(\w+)"?)?/i.exec(text)
  return [verb, table?.[2] ?? table?.[1]].filter(Boolean).join(' ')
}

function textOf(given: unknown): string {
  return given && typeof given === 'object' && 'text' in given ? String(given.text) : ''
}

/** The calls that create, rename and delete files. */
export function watchFileSystem(): void {
  for (const name of ['link', 'rename', 'rm'] as const) {
    const original = fileSystem[name] as (...given: Array<unknown>) => Promise<unknown>
    Object.assign(fileSystem, { [name]: watched(name, original) })
  }
  syncBuiltinESMExports()
}

/** Mail may be written by another thread. The other ports are watched by their statements and files. */
export function watchPorts(ports: Ports): Ports {
  const { mailer } = ports
  const send = watched('mail send', mailer.send as (...given: Array<unknown>) => Promise<unknown>)
  return { ...ports, mailer: { ...mailer, send: send as typeof mailer.send } }
}

function watched(step: string, call: (...given: Array<unknown>) => Promise<unknown>) {
  return async (...given: Array<unknown>) => {
    const after = pass(step)
    const result = await call(...given)
    after()
    return result
  }
}
