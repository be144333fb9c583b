import {
  listInstanceSettings,
  type SettingChanges,
  type SettingState,
  updateInstanceSettings,
} from '../../../../../contract/instance-settings.ts'
import { site } from '../../../../../contract/site.ts'
import { useApiMutation, useInvalidateQueries, useSetQueryData } from '../../../../api/query.ts'
import { type FormValues, joinNames, SaveBarForm } from '../../../../shared/save-bar-form.tsx'
import { Card } from '../../../../ui/card.tsx'
import { formSchema } from '../../../../ui/form-schema.ts'
import { toast } from '../../../../ui/toast.ts'
import { useCanAct } from '../admin-layout.tsx'
import { MinPayoutEffect } from './min-payout-effect.tsx'
import { SettingControl, settingText } from './setting-control.tsx'
import type { SettingsPage } from './setting-fields.ts'
import type { SettingField, SettingGroup } from './setting-group.ts'
import { shownGroups } from './solo-fields.ts'

type SettingsFormProps = { page: SettingsPage; settings: ReadonlyArray<SettingState> }

/** The fields of a page with one save bar, which names the change and what it does to people. Only changes are sent. */
export function SettingsForm({ page, settings }: SettingsFormProps) {
  const groups = shownGroups(page.groups)
  const canAct = useCanAct()
  const setSettings = useSetQueryData(listInstanceSettings)
  const refresh = useInvalidateQueries()
  const save = useApiMutation(updateInstanceSettings, {
    onSuccess: (reply) => {
      setSettings(reply)
      void refresh({ path: '/api/instance' })
      toast({ title: 'Settings saved', tone: 'success' })
      // It changes the frame of every page. By then the form knows that nothing is unsaved.
      const isSolo = reply.settings.some(({ key, value }) => key === 'soloMode' && value === true)
      if (isSolo !== site().isSolo) setTimeout(() => location.reload(), 500)
    },
  })
  const fields = groups.flatMap((group) => statedFields(group, settings))
  const cards = groups.map((group) => (
    <GroupCard key={group.id} group={group} settings={settings} isAlone={groups.length === 1} />
  ))
  if (!canAct) return cards
  return (
    <SaveBarForm
      schema={schemaOf(fields.map(({ field }) => field))}
      changeNames={Object.fromEntries(fields.map(({ field }) => [field.key, field.label.toLowerCase()]))}
      describe={(names, saved, current) => describeChange(fields, { names, saved, current })}
      onSave={async (texts) => {
        const changes = changesOf(fields, texts)
        if (Object.keys(changes).length > 0) await save.mutateAsync({ body: changes })
      }}
      error={save.error}
      isSaving={save.isPending}
    >
      {cards}
    </SaveBarForm>
  )
}

type StatedField = { field: SettingField; state: SettingState }

function statedFields(group: SettingGroup, settings: ReadonlyArray<SettingState>): Array<StatedField> {
  return group.fields.flatMap((field) => {
    const state = settings.find(({ key }) => key === field.key)
    return state ? [{ field, state }] : []
  })
}

type GroupCardProps = { group: SettingGroup; settings: ReadonlyArray<SettingState>; isAlone: boolean }

/** The fields as rows of a card. The only card of a page needs no heading. */
function GroupCard({ group, settings, isAlone }: GroupCardProps) {
  const { id, title, description } = group
  return (
    <Card padding="none" className="px-[18px] py-1 sm:px-6">
      {!isAlone && (
        <div className="grid gap-0.5 pt-4">
          <h2 className="text-lg">{title}</h2>
          {description && <p className="text-ink-soft">{description}</p>}
        </div>
      )}
      <div id={id} className="divide-y divide-line">
        {statedFields(group, settings).map(({ field, state }) => (
          <SettingControl key={`${field.key} ${state.changedAt}`} field={field} state={state} />
        ))}
      </div>
    </Card>
  )
}

/** The texts of the form; the server checks the values. */
function schemaOf(fields: ReadonlyArray<SettingField>) {
  return formSchema(Object.fromEntries(fields.map(({ key }) => [key, (text: string) => ({ value: text })])))
}

function changesOf(fields: ReadonlyArray<StatedField>, texts: Record<string, string>): SettingChanges {
  const entries = fields.flatMap(({ field, state }) => {
    const text = texts[field.key] ?? ''
    const isChanged = state.lockedBy === null && text !== settingText(field, state.value)
    return isChanged ? [[field.key, field.fromText ? field.fromText(text) : text]] : []
  })
  // The contract's schema checks the values when they arrive.
  return Object.fromEntries(entries) as SettingChanges
}

type Change = { names: ReadonlyArray<string>; saved: FormValues; current: FormValues }

/** One changed setting with its old and new value; of several, their names. Below it what they do to people. */
function describeChange(fields: ReadonlyArray<StatedField>, { names, saved, current }: Change) {
  const changed = fields.flatMap(({ field }) => (names.includes(field.key) ? [field] : []))
  const [first] = changed
  if (!first) return undefined
  const effects = [...new Set(changed.flatMap(({ effect }) => (effect ? [effect] : [])))]
  const minPayout = changed.some(({ key }) => key === 'minPayout') && (
    <MinPayoutEffect text={current.minPayout ?? ''} />
  )
  return {
    title: changed.length === 1 ? first.label : joinNames(changed.map(({ label }) => label)),
    values: changed.length === 1 ? valuesText(first, saved, current) : '',
    note: (
      <>
        {minPayout} {effects.slice(0, 2).join(' ')}
      </>
    ),
  }
}

/** `20% to 15%`; nothing for what is long. */
function valuesText(field: SettingField, saved: FormValues, current: FormValues): string {
  const { key, control, options = [], unit = '' } = field
  if (control === 'textarea' || control === 'categories') return ''
  const shown = (text: string) => {
    const label = options.find(({ value }) => value === text)?.label ?? text
    if (label === '') return 'default'
    return unit === '%' ? `${label}%` : [label, unit].filter(Boolean).join(' ')
  }
  return `${shown(saved[key] ?? '')} to ${shown(current[key] ?? '')}`
}
