import type { Ports } from '../../ports/index.ts'

/**
 * Reads the settings again after a change of them was committed. Never throws: every process, this one too, also reads
 * them when it is notified of the change.
 */
export async function reloadSettings({ settings, log }: Pick<Ports, 'settings' | 'log'>): Promise<void> {
  await settings
    .reload()
    .catch((error: unknown) => log.error({ err: error }, 'settings could not be read after a change'))
}
