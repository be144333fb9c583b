import type { InstanceSettings } from '../../contract/instance-settings.ts'

/** The instance settings in effect: of the environment, else stored, else the default. */
export interface Settings {
  /** The current values. They change while the process runs, so do not keep them across requests. */
  current(): InstanceSettings
  /** Reads the stored values again. Throws when the database does not answer. */
  reload(): Promise<void>
  /** Calls the function after every change. Returns a function that ends this. */
  onChange(listener: () => void): () => void
}
