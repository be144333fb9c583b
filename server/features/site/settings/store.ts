import type { Pool } from 'pg'
import { getSiteLogo } from '../../../../contract/instance.ts'
import {
  type InstanceSettings,
  instanceSettings,
  isSettingKey,
  settingKeys,
} from '../../../../contract/instance-settings.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { defaultSite, type Site, setSite } from '../../../../contract/site.ts'
import { imprintNameOf } from '../../../../domain/imprint.ts'
import { settingsInEffect } from '../../../../domain/solo-mode.ts'
import { taxNameOf } from '../../../../domain/tax.ts'
import type { Config } from '../../../config.ts'
import type { Database } from '../../../db/database.ts'
import { listen } from '../../../db/notify.ts'
import type { BasicLogger, Ports, Settings } from '../../../ports/index.ts'
import { findProPrice, selectHoldChanges, selectSettings, settingsChannel } from './repository.ts'

type Options = {
  db: Database
  pool: Pool
  config: Pick<Config, 'settings' | 'publicUrl' | 'proPriceSource'>
  log: BasicLogger
}

/**
 * The instance settings of this process. They are kept in memory, and read again when any process has changed one or
 * the listening connection was lost. Throws when they cannot be read at first.
 */
export async function openSettings({
  db,
  pool,
  config,
  log,
}: Options): Promise<Settings & { close(): Promise<void> }> {
  const read = () => readSettings({ db, config, log })
  let stored = await read()
  let values = settingsInEffect(stored)
  let holdChanges = await selectHoldChanges(db)
  let proPrice = await findProPrice(db)
  setSite(toSite(values, config))
  const listeners = new Set<() => void>()

  async function reload(): Promise<void> {
    stored = await read()
    values = settingsInEffect(stored)
    holdChanges = await selectHoldChanges(db)
    proPrice = await findProPrice(db)
    setSite(toSite(values, config))
    for (const listener of listeners) listener()
  }
  const tryReload = () => {
    reload().catch((error: unknown) => log.error({ err: error }, 'settings could not be read, will retry'))
  }
  const stopListening = listen(
    pool,
    { [settingsChannel]: tryReload },
    { onListening: tryReload, onReconnect: () => undefined },
  )

  return {
    current: () => values,
    configured: () => stored,
    holdChanges: () => holdChanges,
    proPriceAmount: () =>
      proPrice?.source === config.proPriceSource && !values.soloMode
        ? (proPrice?.monthlyPrice ?? undefined)
        : undefined,
    reload,
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async close() {
      await stopListening()
      setSite(defaultSite)
    },
  }
}

// The defaults' types are checked where they are defined.
const defaultSettings = Object.fromEntries(
  settingKeys.map((key) => [key, instanceSettings[key].default]),
) as InstanceSettings

/** The instance settings as they are stored, below those of the environment. */
export async function readSettings({
  db,
  config,
  log,
}: Pick<Options, 'db' | 'log'> & { config: Pick<Config, 'settings'> }): Promise<InstanceSettings> {
  return { ...defaultSettings, ...(await readStored(db, log)), ...config.settings }
}

/** A value that this version does not accept is ignored, so that a rollback of the program starts. */
async function readStored(db: Database, log: BasicLogger): Promise<Partial<InstanceSettings>> {
  const rows = await selectSettings(db)
  const entries = rows.flatMap(({ key, value }) => {
    if (!isSettingKey(key)) return []
    const parsed = instanceSettings[key].schema.safeParse(value)
    if (!parsed.success) log.warn({ setting: key }, 'the stored value of a setting is invalid and ignored')
    return parsed.success ? [[key, parsed.data]] : []
  })
  // Each value was parsed by the schema of its own key.
  return Object.fromEntries(entries) as Partial<InstanceSettings>
}

/**
 * Reads the settings again after a change of them was committed. Never throws: every process, this one too, also reads
 * them when it is notified of the change.
 */
export async function reloadSettings({ settings, log }: Pick<Ports, 'settings' | 'log'>): Promise<void> {
  await settings
    .reload()
    .catch((error: unknown) => log.error({ err: error }, 'settings could not be read after a change'))
}

function toSite(settings: InstanceSettings, { publicUrl }: { publicUrl: string }): Site {
  const { siteName, locale, accentColor, supportEmail, sellerName, sellerAddress, sellerCountry } = settings
  return {
    name: siteName,
    locale,
    accentColor,
    supportEmail,
    publicUrl,
    imprintName: imprintNameOf(sellerCountry),
    taxName: settings.taxEnabled ? taxNameOf(sellerCountry) : null,
    isSolo: settings.soloMode,
    categoryLabels: null,
    logoUrl: logoUrl(settings),
    sellerLines: [sellerName, ...sellerAddress.split('\n')].map((line) => line.trim()).filter(Boolean),
  }
}

function logoUrl({ logoKey }: InstanceSettings): string | null {
  return logoKey && buildUrl(getSiteLogo, { params: { id: logoKey.split('/').at(-1) } })
}
