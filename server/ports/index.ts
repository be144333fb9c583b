import { AsyncLocalStorage } from 'node:async_hooks'
import type { Pool } from 'pg'
import type { Logger } from 'pino'
import type { InstanceSettings } from '../../contract/instance-settings.ts'
import type { MinorUnits } from '../../contract/money.ts'
import type { HoldChange } from '../../domain/payout.ts'
import type { PayoutKey } from '../config/sign-in.ts'
import type { Config } from '../config.ts'
import type { Database } from '../db/database.ts'
import type { Clock } from './clock.ts'
import type { DocumentRenderer } from './document-renderer.ts'
import type { FileStore } from './file-store.ts'
import type { ImageEncoder } from './image-encoder.ts'
import type { Mailer } from './mailer.ts'
import type { Outside } from './outside.ts'
import type { PaymentProvider } from './payment-provider.ts'
import type { Queue } from './queue.ts'
import type { Replica } from './replica.ts'
import type { SampleMaker } from './sample-maker.ts'
import type { VatRegister } from './vat-register.ts'

/** All adapters and settings that a use case may call; always its first argument. */
export type Ports = {
  config: Config
  /** What an admin can change while the instance runs. */
  settings: Settings
  /** The instance's secret: signs sessions and URLs, derives access tokens. */
  secret: string
  /** Keys for what creators type to be paid. The first one encrypts; all of them decrypt. */
  payoutKeys: ReadonlyArray<PayoutKey>
  db: Database
  pool: Pool
  paymentProvider: PaymentProvider
  fileStore: FileStore
  mailer: Mailer
  queue: Queue
  documents: DocumentRenderer
  images: ImageEncoder
  samples: SampleMaker
  outside: Outside
  vatRegister: VatRegister
  /** The copy of the instance elsewhere; unset when there is none. */
  replica?: Replica | undefined
  clock: Clock
  /** A random number of 15 digits (server/db/public-id.ts), so that tests can force one that is taken. */
  newPublicId: () => number
  log: Logger
}

/** The logger that adapters get. Log facts with ids; never card data, email text or tokens. */
export type BasicLogger = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

const requests = new AsyncLocalStorage<{ startedAt: number; waitMs: number }>()

/** Runs a request's handler. Everything that it calls can read the request's age with `requestAgeMs`. */
export function withRequestAge<T>(handler: () => T): T {
  return requests.run({ startedAt: performance.now(), waitMs: 0 }, handler)
}

/** Milliseconds since the current request began, without its waits for a turn; undefined in background work. */
export function requestAgeMs(): number | undefined {
  const request = requests.getStore()
  return request && performance.now() - request.startedAt - request.waitMs
}

/** Milliseconds that the current request has waited for its turn at the card provider; 0 in background work. */
export function requestWaitMs(): number {
  return requests.getStore()?.waitMs ?? 0
}

/** Called before the wait begins. */
export function addRequestWait(ms: number): void {
  const request = requests.getStore()
  if (request) request.waitMs += ms
}

/** The instance settings in effect: of the environment, else stored, else the default. */
export interface Settings {
  /** The current values. They change while the process runs, so do not keep them across requests. */
  current(): InstanceSettings
  /** The values as they were chosen, also those that another setting keeps from taking effect. For the settings page. */
  configured(): InstanceSettings
  /** How long sales are on hold before they can be paid out: every change of it so far. */
  holdChanges(): ReadonlyArray<HoldChange>
  /** What a month of Pro costs, in minor units of the instance's currency; undefined while Pro is not sold. */
  proPriceAmount(): MinorUnits | undefined
  /** Reads the stored values again. Throws when the database does not answer. */
  reload(): Promise<void>
  /** Calls the function after every change. Returns a function that ends this. */
  onChange(listener: () => void): () => void
}
