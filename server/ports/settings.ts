import type { InstanceSettings } from '../../contract/instance-settings.ts'
import type { HoldChange } from '../../domain/payout-hold.ts'

/** The instance settings in effect: of the environment, else stored, else the default. */
export interface Settings {
  /** The current values. They change while the process runs, so do not keep them across requests. */
  current(): InstanceSettings
  /** How long sales are on hold before they can be paid out: every change of it so far. */
  holdChanges(): ReadonlyArray<HoldChange>
  /** Reads the stored values again. Throws when the database does not answer. */
  reload(): Promise<void>
  /** Calls the function after every change. Returns a function that ends this. */
  onChange(listener: () => void): () => void
}
