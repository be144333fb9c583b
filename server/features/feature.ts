import type { DatabaseHealth } from '../db/health.ts'
import type { Api } from '../http/api.ts'
import type { HttpServer } from '../http/create-server.ts'
import type { Ports } from '../ports/index.ts'

/** It may run in several processes at once, so it locks what it changes. The signal is aborted when the process stops. */
export type Step = (ports: Ports, signal?: AbortSignal) => Promise<unknown>

/** Steps that run one after the other, again and again. Lanes run beside each other. */
export type Lane = {
  steps: ReadonlyArray<Step>
  /** From the end of a round to the next one. Without it the lane is part of the sweep, every 15 seconds. */
  everyMs?: number
  /** From the start of the process to the first round. */
  firstAfterMs?: number
  /** No step decides a deadline or deletes anything. Others wait while the clocks of process and database disagree. */
  withAnyClock?: true
}

/** What the process gives to routes beside the ports. */
export type Runtime = {
  version: string
  health: Pick<DatabaseHealth, 'isUnavailable'>
  readiness: { isDraining: boolean }
  /** What the privacy page says about stored data. */
  publicRetention: ReadonlyArray<{ data: string; kept: string }>
}

/** A feature of the server. Every part is optional; what is not here is wired nowhere else. */
export type Feature = {
  /** Its folder below server/features. */
  name: `${string}/${string}`
  /** Registers handlers. What it returns runs when the app closes. */
  routes?: (api: Api, ports: Ports, runtime: Runtime) => (() => Promise<void>) | void
  periodic?: ReadonlyArray<Lane>
  /**
   * What every process does for itself, also one that only serves pages. Called before the app listens, so it may add
   * hooks. What it returns ends it.
   */
  inEveryProcess?: (ports: Ports, process: { app: HttpServer; version: string }) => () => Promise<unknown>
}
