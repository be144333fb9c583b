import { useEffect, useRef, useState } from 'react'
import type { Instance } from '../../../../contract/system.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Form } from '../../../ui/form.tsx'
import { toast } from '../../../ui/toast.ts'
import { Details } from '../details.tsx'
import { Pricing } from '../pricing.tsx'
import { nothingTyped, type Typed, typedIn, withReadPrices } from '../typed.ts'
import { useLeaving } from '../use-leaving.tsx'
import { manyNotice, manySchema, titleName } from './check-many.ts'
import { FileRow } from './file-row.tsx'
import { FilesPicker } from './files-picker.tsx'
import { forgetMany, keepMany, keptMany } from './kept-many.ts'
import { LeftNotice } from './left-notice.tsx'
import { isOpen, leftOf, type Row } from './rows.ts'
import { useMany } from './use-many.ts'
import { Whole } from './whole.tsx'

type ManyFormProps = { who: number; instance: Instance; defaults: Typed }

const leaving = {
  title: 'Leave while files are on their way?',
  text: 'What has come so far is kept: choose the same files here again, and they go on.',
}

/** One form for many files: on the left each with its title, on the right what they share. */
export function ManyForm({ who, instance, defaults }: ManyFormProps) {
  const [kept] = useState(() => keptMany(who))
  const [start] = useState(() => ({ ...nothingTyped, ...defaults, ...kept.typed }))
  const [seen, setSeen] = useState<Typed>(start)
  const many = useMany(kept.files)
  const { rows, notChosen, errors, isBusy } = many
  const list = useRef<HTMLDivElement>(null)
  const picker = useRef<HTMLDivElement>(null)
  const leave = useLeaving(isBusy, () => undefined, leaving)
  const open = rows.filter(isOpen).length

  // Speaks to the browser's store: a closed tab goes on with the same files.
  useEffect(() => {
    const left = leftOf(
      rows.map((row) => ({ ...row, title: (isOpen(row) && seen[titleName(row)]) || row.title })),
      notChosen,
    )
    if (left.length > 0) keepMany(who, { typed: seen, files: left })
    else forgetMany()
  }, [who, rows, notChosen, seen])

  // Speaks to the window: on a phone the button that was pressed is far below what shows how they come.
  useEffect(() => {
    if (isBusy) list.current?.scrollIntoView({ block: 'start' })
  }, [isBusy])

  const only = (row: Row) => (one: Row) => one.key === row.key
  const all = () => true
  /** What is gone from the list takes the focus with it: it goes where files come from. */
  function cancel(concerns: (row: Row) => boolean) {
    many.cancel(concerns)
    picker.current?.querySelector('input')?.focus()
  }

  return (
    <Form
      schema={manySchema({ ...instance, rows })}
      onSubmit={(typed) => void many.submit(typed)}
      onInvalid={(faults, typed) => toast({ ...manyNotice(typed, faults), tone: 'destructive' })}
      errors={errors}
      onChange={({ currentTarget }) => setSeen({ ...withoutTicks(seen), ...typedIn(currentTarget) })}
      className="grid items-start gap-7 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,0.9fr)]"
    >
      {leave}
      <div className="grid min-w-0 gap-5">
        {notChosen.length > 0 && !isBusy && <LeftNotice left={notChosen} onStartOver={many.startOver} />}
        <div ref={picker} className={isBusy ? 'hidden' : ''}>
          <FilesPicker rows={rows} left={notChosen} onAdd={many.add} maxBytes={instance.maxUploadBytes} />
        </div>
        {rows.length > 0 && (
          <Card ref={list} className="scroll-mt-6 overflow-clip p-0 sm:p-0">
            {rows.some((row) => row.state !== 'ready') && (
              <Whole
                rows={rows}
                onPause={() => many.pause(all)}
                onResume={() => many.resume(all)}
                onCancel={() => cancel(all)}
              />
            )}
            <ul aria-label="Files" className="grid divide-y divide-line">
              {rows.map((row) => (
                <FileRow
                  key={row.key}
                  row={row}
                  title={seen[titleName(row)]}
                  onPause={() => many.pause(only(row))}
                  onResume={() => many.resume(only(row))}
                  onCancel={() => cancel(only(row))}
                  onRetry={() => many.retry(row, withReadPrices(seen, instance.currency))}
                />
              ))}
            </ul>
          </Card>
        )}
      </div>
      <Card className="grid gap-5 lg:sticky lg:top-5">
        <h2 className="text-lg">The same for all of them</h2>
        <fieldset disabled={isBusy} className="grid min-w-0 gap-5">
          <legend className="sr-only">What all files share</legend>
          <Pricing start={start} typed={seen} instance={instance} />
          <Details start={start} typed={seen} />
          <p className="text-ink-faint text-sm">
            Each gets a drawn cover. A picture of its own is added afterwards, on its edit page.
          </p>
        </fieldset>
        <div className="grid gap-3">
          <Button type="submit" name="status" value="published" block busy={isBusy}>
            {isBusy ? 'Uploading' : open > 1 ? `Publish ${open} files` : 'Publish'}
          </Button>
          {!isBusy && (
            <Button type="submit" name="status" value="draft" variant="ghost" block>
              Save as Drafts
            </Button>
          )}
        </div>
      </Card>
    </Form>
  )
}

/** A box without its tick is in no form's data, so it must not stay from before. */
function withoutTicks({ showSupporters: _, ...typed }: Typed): Typed {
  return typed
}
