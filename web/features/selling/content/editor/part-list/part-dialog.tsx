import { type SyntheticEvent, useState } from 'react'
import * as z from 'zod/mini'
import { limits } from '../../../../../../contract/limits.ts'
import { toSingleLine } from '../../../../../../contract/text.ts'
import { tooManyPartsMessage } from '../../../../../../domain/article.ts'
import { linkUrlProblem } from '../../../../../../domain/link-url.ts'
import { Button } from '../../../../../ui/button.tsx'
import { Dialog } from '../../../../../ui/dialog.tsx'
import { Field } from '../../../../../ui/field.tsx'
import { Form } from '../../../../../ui/form.tsx'
import type { FormSchema } from '../../../../../ui/form-schema.ts'
import { Input } from '../../../../../ui/input.tsx'
import { toLinkUrl } from '../form-values.ts'
import { LinkField, TextField } from '../parts.tsx'
import { nameOf, type TypedPart } from './part-inputs.ts'

type PartDialogProps = {
  kind: 'link' | 'text'
  /** The part to change; a new one without it. */
  part?: Pick<TypedPart, 'name' | 'url' | 'text'> | undefined
  onSave: (part: TypedPart) => void
  onClose: () => void
}

const titles = {
  link: { add: 'Add a link', change: 'Change the link' },
  text: { add: 'Add a text', change: 'Edit the text' },
}

/** A link or a text of an item of several parts. */
export function PartDialog({ kind, part, onSave, onClose }: PartDialogProps) {
  const [open, setOpen] = useState(true)
  function close() {
    setOpen(false)
    onClose()
  }

  return (
    <Dialog open={open} onOpenChange={close} title={titles[kind][part ? 'change' : 'add']}>
      {/* In React's tree the dialog is inside the item's form, which must not hear of its events. */}
      <div onSubmit={stop} onInput={stop} onChange={stop}>
        <Form
          schema={schemas[kind]}
          onSubmit={({ name, url = '', text = '' }) => {
            onSave({ kind, name: name || nameOf(kind, url || text), url, text })
            close()
          }}
          className="grid gap-5"
        >
          {kind === 'link' ? (
            <LinkField name="url" value={part?.url} />
          ) : (
            <TextField name="text" value={part?.text} />
          )}
          <Field label="Name" name="name" isOptional hint="Everyone sees the name on your tip page.">
            <Input maxLength={limits.maxFileNameLength} autoComplete="off" defaultValue={part?.name} />
          </Field>
          <div className="flex flex-wrap justify-end gap-3">
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button type="submit">{part ? 'Done' : titles[kind].add}</Button>
          </div>
        </Form>
      </div>
    </Dialog>
  )
}

const stop = (event: SyntheticEvent) => event.stopPropagation()

const Name = z.pipe(z.string(), z.transform(toSingleLine))
const link = z.object({
  name: Name,
  url: z.pipe(z.string(), z.transform(toLinkUrl)).check(
    z.superRefine((url, context) => {
      const message = url === '' ? 'Please enter a link' : linkUrlProblem(url)
      if (message) context.addIssue({ code: 'custom', message })
    }),
  ),
  text: z.optional(z.string()),
})
const text = z.object({
  name: Name,
  url: z.optional(z.string()),
  text: z.string().check(
    z.superRefine((text, context) => {
      const message = text.trim() === '' ? 'Please enter some text' : tooManyPartsMessage(text)
      if (message) context.addIssue({ code: 'custom', message })
    }),
  ),
})

type TypedFields = { name: string; url?: string | undefined; text?: string | undefined }
const schemas: Record<'link' | 'text', FormSchema<TypedFields>> = { link, text }
