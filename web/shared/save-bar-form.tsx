import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type ApiError, formError } from '../api/client.ts'
import { type FieldErrors, Form, textEntries } from '../ui/form.tsx'
import type { FormSchema } from '../ui/form-schema.ts'
import { type ChangeDescription, SaveBar } from '../ui/save-bar.tsx'
import { useUnsavedChangesPrompt } from './use-unsaved-changes-prompt.tsx'

type SaveBarFormProps<T> = {
  schema: FormSchema<T>
  /** What a changed field is called in the save bar, by its name; other fields are `settings`. */
  changeNames: Record<string, string>
  /** Resolves when the values are saved. A rejection is shown by `error`. */
  onSave: (values: T) => Promise<unknown>
  /** What the save bar says of the change, instead of the names alone. */
  describe?: (
    changed: ReadonlyArray<string>,
    saved: FormValues,
    current: FormValues,
  ) => ChangeDescription | undefined
  onInvalid?: (errors: FieldErrors, values: FormValues) => void
  error: ApiError | null
  isSaving: boolean
  children: ReactNode
}

/**
 * A settings form whose save bar appears with the first change. Saving and discarding mount the fields again, so they
 * start from the stored values.
 */
export function SaveBarForm<T>(props: SaveBarFormProps<T>) {
  const { schema, changeNames, describe, onSave, onInvalid, error, isSaving, children } = props
  const container = useRef<HTMLDivElement>(null)
  const saved = useRef<FormValues>({})
  const [generation, setGeneration] = useState(0)
  const [changed, setChanged] = useState<ReadonlyArray<string>>([])
  const readForm = () => textEntries(new FormData(container.current?.querySelector('form') ?? undefined))
  const resetFields = () => {
    setGeneration((current) => current + 1)
    setChanged([])
  }

  // The fields of a new generation show the stored values.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs once for each generation
  useEffect(() => {
    saved.current = readForm()
  }, [generation])

  async function save(values: T) {
    try {
      await onSave(values)
    } catch {
      return
    }
    resetFields()
    container.current?.focus({ preventScroll: true })
  }

  const prompt = useUnsavedChangesPrompt(changed.length > 0, resetFields)
  return (
    <div
      ref={container}
      tabIndex={-1}
      // A focused field is not scrolled under the save bar.
      className="outline-none [&_.control]:scroll-mb-28"
      // Runs after the fields that a change shows or hides are rendered.
      onInput={() => requestAnimationFrame(() => setChanged(changedFields(saved.current, readForm())))}
    >
      <Form
        schema={schema}
        onSubmit={(values) => isSaving || void save(values)}
        onInvalid={onInvalid}
        errors={error?.fields}
        className="grid grid-cols-[minmax(0,1fr)] gap-6"
      >
        <div key={generation} className="grid grid-cols-[minmax(0,1fr)] gap-6">
          {children}
        </div>
        {changed.length > 0 && (
          <SaveBar
            changes={joinNames(changed.map((name) => changeNames[name] ?? 'settings'))}
            description={describe?.(changed, saved.current, readForm())}
            isSaving={isSaving}
            errorMessage={formError(error)}
            onDiscard={resetFields}
          />
        )}
      </Form>
      {prompt}
    </div>
  )
}

export type FormValues = Record<string, string>

/** The names of fields that differ; a missing field equals an empty one. */
export function changedFields(saved: FormValues, current: FormValues): Array<string> {
  const names = new Set([...Object.keys(saved), ...Object.keys(current)])
  return [...names].filter((name) => (saved[name] ?? '') !== (current[name] ?? ''))
}

/** `name`, `name and handle`, `name, handle and note`; each name once. */
export function joinNames(names: ReadonlyArray<string>): string {
  const unique = [...new Set(names)]
  const last = unique.at(-1) ?? ''
  return unique.length < 2 ? last : `${unique.slice(0, -1).join(', ')} and ${last}`
}
