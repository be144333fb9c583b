import { Readable } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import {
  CategorySetting,
  type InstanceSettings,
  instanceSettings,
  isSettingKey,
  type SettingChanges,
  type SettingKey,
  type SettingState,
  settingKeys,
} from '../../../../contract/instance-settings.ts'
import { limits } from '../../../../contract/limits.ts'
import { AppError } from '../../../../domain/errors.ts'
import { minPayoutProblem } from '../../../../domain/payout.ts'
import { settingVariables } from '../../../config/instance-settings.ts'
import type { Tx } from '../../../db/database.ts'
import { deleteRows, insertRows } from '../../../db/rows.ts'
import { instanceSettings as instanceSettingsTable, payoutHoldChanges } from '../../../db/schema/index.ts'
import type { FileResponse } from '../../../http/file-response.ts'
import { readImage, readStoredImage } from '../../../http/images.ts'
import type { FormPart } from '../../../http/multipart.ts'
import { enforceRateLimits } from '../../../http/rate-limit.ts'
import type { Viewer } from '../../../http/request-context.ts'
import type { Ports } from '../../../ports/index.ts'
import { recordAuditEntry } from '../audit/record.ts'
import { missingSellerSettings } from '../instance/bind-instance.ts'
import {
  lockSettings,
  notifySettingsChanged,
  type SettingRow,
  selectSettings,
  upsertSetting,
} from './repository.ts'
import { requireSolo } from './solo-mode.ts'
import { reloadSettings } from './store.ts'

type SettingStates = { settings: Array<SettingState> }

export async function listSettings({ db, config, settings }: Ports): Promise<SettingStates> {
  const rows = new Map((await selectSettings(db)).map((row) => [row.key, row]))
  const values = settings.configured()
  return {
    settings: settingKeys.map((key) => {
      const row = rows.get(key)
      return {
        key,
        value: values[key],
        defaultValue: instanceSettings[key].default,
        lockedBy: lockOf(config, key),
        changedBy: row?.changedByEmail ?? null,
        changedAt: row?.changedAt.toISOString() ?? null,
      }
    }),
  }
}

/** Stores the changed values, each with an audit entry. Throws AppError `conflict` for one that the environment sets. */
export function updateSettings(
  ports: Ports,
  viewer: Viewer,
  changes: SettingChanges,
): Promise<SettingStates> {
  requireValidAmounts(ports, changes)
  return changeSettings(ports, async (tx, rows) => {
    for (const [key, value] of Object.entries(changes)) {
      if (!isSettingKey(key) || value === undefined) continue
      await storeSetting(tx, ports, viewer, { key, value, previous: rows.get(key) })
    }
  })
}

export function resetSetting(ports: Ports, viewer: Viewer, key: SettingKey): Promise<SettingStates> {
  return changeSettings(ports, async (tx, rows) => {
    const previous = rows.get(key)
    requireUnlocked(ports, key)
    if (!previous) return
    await deleteRows(tx, instanceSettingsTable, { key })
    await recordChange(tx, ports, viewer, { key, value: instanceSettings[key].default, previous })
  })
}

type StoredRows = Map<string, SettingRow>
type Change = { key: SettingKey; value: unknown; previous: SettingRow | undefined }

/** One transaction, after which every process has the new values. */
async function changeSettings(
  ports: Ports,
  change: (tx: Tx, rows: StoredRows) => Promise<void>,
): Promise<SettingStates> {
  await ports.db.transaction(async (tx) => {
    await lockSettings(tx)
    const rows = await selectSettings(tx)
    await change(tx, new Map(rows.map((row) => [row.key, row])))
    await requireSellerStays(tx, ports)
    await notifySettingsChanged(tx)
  })
  await reloadSettings(ports)
  return listSettings(ports)
}

/** Where cards are charged for real, the seller can be changed but not removed. */
async function requireSellerStays(tx: Tx, { paymentProvider, settings, config }: Ports): Promise<void> {
  const rows = await selectSettings(tx)
  const stored = Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  const seller = { sellerName: '', sellerAddress: '', supportEmail: '', ...stored, ...config.settings }
  const before = missingSellerSettings(paymentProvider.mode, settings.current())
  const after = missingSellerSettings(paymentProvider.mode, seller)
  if (after.length <= before.length) return
  throw new AppError(
    'conflict',
    'Cards are charged for real here, so buyers must see who sells. Keep a name, an address and a support email.',
  )
}

async function storeSetting(tx: Tx, ports: Ports, viewer: Viewer, change: Change): Promise<void> {
  const { key, value, previous } = change
  if (isDeepStrictEqual(value, valueBefore(change))) return
  requireUnlocked(ports, key)
  if (key === 'categories') requireCategoriesStay(ports, value)
  if (key === 'soloMode' && value === true) await requireSolo(tx, ports)
  const changedAt = ports.clock.now()
  await upsertSetting(tx, { key, value, changedByEmail: viewer.email, changedAt })
  await recordChange(tx, ports, viewer, { key, value, previous })
}

/** Items keep their category, so it can be hidden but not removed. */
function requireCategoriesStay({ settings }: Ports, value: unknown): void {
  const ids = new Set(
    z
      .array(CategorySetting)
      .parse(value)
      .map(({ id }) => id),
  )
  const removed = settings.current().categories.find(({ id }) => !ids.has(id))
  if (!removed) return
  const message = `Items may be in ${removed.label}. Keep it, and stop offering it instead.`
  throw new AppError('conflict', message, { categories: message })
}

async function recordChange(tx: Tx, ports: Ports, viewer: Viewer, change: Change): Promise<void> {
  if (change.key === 'payoutHoldDays')
    await insertRows(tx, payoutHoldChanges, [
      { holdDays: Number(change.value), effectiveAt: ports.clock.now() },
    ])
  await recordAuditEntry(tx, ports, viewer, {
    action: 'updateInstanceSettings',
    target: `setting/${change.key}`,
    before: { value: valueBefore(change) },
    after: { value: change.value },
  })
}

function valueBefore({ key, previous }: Change): unknown {
  return previous ? previous.value : instanceSettings[key].default
}

/** The instance's currency decides how many decimals an amount may have. */
function requireValidAmounts({ config }: Ports, { minPayout, payeeDetailsFrom }: SettingChanges): void {
  const problems = [
    ['minPayout', 'The minimum payout', minPayout],
    ['payeeDetailsFrom', 'The amount', payeeDetailsFrom],
  ] as const
  for (const [key, name, amount] of problems) {
    const problem = minPayoutProblem(config.currency, amount ?? null)
    if (!problem) continue
    const message = `${name} ${problem}`
    throw new AppError('invalid_input', message, { [key]: message })
  }
}

function requireUnlocked({ config }: Ports, key: SettingKey): void {
  const variable = lockOf(config, key)
  if (variable === null) return
  const message = `${variable} is set in the environment, so this can’t be changed here.`
  throw new AppError('conflict', message, { [key]: message })
}

/** The environment variable that sets this setting; null when it can be changed. */
function lockOf(config: { settings: Partial<InstanceSettings> }, key: SettingKey): string | null {
  return Object.hasOwn(config.settings, key) ? (settingVariables[key] ?? null) : null
}

/** The maximum size of the logo in pixels: twice its display size. */
const maxSizePx = { width: 480, height: 120 }
/** Not that of creators’ logos, which have the rules of their accounts. */
const folder = 'site-logos/'

/** Stores the form's image as the site's logo. Earlier ones stay, because sent emails show them. */
export async function setSiteLogo(ports: Ports, viewer: Viewer, form: AsyncIterable<FormPart>) {
  await enforceRateLimits(ports, [
    {
      key: `site-logo/${viewer.id}`,
      max: limits.maxPhotosPerHour,
      windowMs: 3_600_000,
      message: 'You’ve changed the logo many times in the last hour. Please try again later.',
    },
  ])
  const { bytes } = await readImage(ports, form, {
    personId: viewer.id,
    field: 'logo',
    box: { ...maxSizePx, fit: 'inside' },
    // Email clients do not show WebP.
    output: { format: 'png', quality: 100 },
  })
  const key = `${folder}${ports.newPublicId()}`
  await ports.fileStore.put(key, Readable.from([bytes]), { maxBytes: limits.maxPreviewBytes })
  return changeSettings(ports, (tx, rows) =>
    storeSetting(tx, ports, viewer, { key: 'logoKey', value: key, previous: rows.get('logoKey') }),
  )
}

/** The current logo, or an earlier one. Throws AppError `not_found`. */
export async function readSiteLogo({ fileStore, settings }: Ports, id: number): Promise<FileResponse> {
  const current = settings.current().logoKey
  const key = current?.endsWith(`/${id}`) ? current : `${folder}${id}`
  const image = await readStoredImage(fileStore, { key, field: 'logo' })
  if (!image) throw new AppError('not_found', 'We couldn’t find that logo.')
  return { ...image, name: 'logo.png', type: 'image/png', cache: 'immutable', isEmbeddable: true }
}
