import { useQueryClient } from '@tanstack/react-query'
import { TriangleAlert } from 'lucide-react'
import { type ChangeEvent, useMemo, useState } from 'react'
import {
  addLicenseKeys,
  getLicenseSettings,
  LicenseKeysInput,
  type LicenseSettings,
  removeLicenseKeys,
} from '../../../../contract/licenses.ts'
import { limits } from '../../../../contract/limits.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { linesOf } from '../../../../contract/text.ts'
import { keysOfCsv, leftOutSentences, readKeyList } from '../../../../domain/key-list.ts'
import { queryKeyFor, useApiMutation } from '../../../api/query.ts'
import { showErrorToast } from '../../../shared/session-expired.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Form } from '../../../ui/form.tsx'
import { formatCount } from '../../../ui/format.ts'
import { Textarea } from '../../../ui/input.tsx'
import { LocalTime } from '../../../ui/local-time.tsx'
import { toast } from '../../../ui/toast.ts'

const keyWord = (count: number) => (count === 1 ? 'key' : 'keys')
const countKeys = (count: number) => `${formatCount(count)} ${keyWord(count)}`

type Props = { id: string; settings: LicenseSettings }

function useShowSettings(id: string) {
  const client = useQueryClient()
  return (settings: LicenseSettings) =>
    client.setQueryData(queryKeyFor(buildUrl(getLicenseSettings, { params: { id } })), settings)
}

/** Keys are pasted, or read from a file, and counted while they are typed. The server judges them again. */
export function AddKeys({ id, settings }: Props) {
  const [lines, setLines] = useState('')
  const [result, setResult] = useState('')
  const [isRemoving, setIsRemoving] = useState(false)
  const showSettings = useShowSettings(id)
  const mutation = useApiMutation(addLicenseKeys, {
    onSuccess({ added, leftOut, leftOutCount, settings: saved }) {
      showSettings(saved)
      setLines('')
      setResult(`${countKeys(added)} added. ${leftOutSentences(leftOut, leftOutCount)}`.trim())
    },
    onError: (error) => showErrorToast(error, 'Couldn’t add the keys'),
  })
  const { keys, leftOut } = useMemo(() => readKeyList(lines), [lines])
  const unused = settings.pool.left + settings.pool.held

  function change(text: string) {
    setLines(text)
    setResult('')
  }

  async function chooseFile({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const [file] = currentTarget.files ?? []
    currentTarget.value = ''
    if (!file) return
    const text = keysOfCsv(await file.text())
    if (linesOf(text).length <= limits.maxPoolLines) return change(text)
    toast({
      title: 'Too many lines',
      description: 'Use at most 10,000 at once, and add the others after them.',
      tone: 'destructive',
    })
  }

  return (
    <Card padding="none" className="grid grid-cols-[minmax(0,1fr)] gap-4 p-5 sm:p-7">
      <Form
        schema={LicenseKeysInput}
        onSubmit={(body) => mutation.isPending || mutation.mutate({ params: { id }, body })}
        errors={mutation.error?.fields}
        className="grid grid-cols-[minmax(0,1fr)] gap-4"
      >
        <h2 className="text-xl">Add keys</h2>
        <Field label="Keys" name="lines" hint="One in each line, up to 10,000 at once.">
          <Textarea
            rows={6}
            value={lines}
            onChange={({ currentTarget }) => change(currentTarget.value)}
            className="font-mono"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        </Field>
        <p role="status" className="text-ink-soft text-sm empty:hidden [overflow-wrap:anywhere]">
          {lines === '' ? (
            result
          ) : (
            <>
              <b className="font-semibold text-ink">{countKeys(keys.length)}.</b> {leftOutSentences(leftOut)}
            </>
          )}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            variant={keys.length === 0 ? 'secondary' : 'primary'}
            isLoading={mutation.isPending}
          >
            {keys.length === 0 ? 'Add keys' : `Add ${countKeys(keys.length)}`}
          </Button>
          <label className="moves relative inline-flex min-h-11 cursor-pointer items-center rounded-full px-4 font-semibold text-ink-soft hover:bg-sunken has-focus-visible:outline-2 has-focus-visible:outline-brand">
            Choose a CSV
            <input
              type="file"
              accept=".csv,.txt,text/csv,text/plain"
              onChange={(event) => void chooseFile(event)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
          </label>
          {unused > 0 && (
            <Button variant="secondary" onClick={() => setIsRemoving(true)}>
              Remove unused
            </Button>
          )}
        </div>
      </Form>
      {isRemoving && <RemoveKeys id={id} unused={unused} onClose={() => setIsRemoving(false)} />}
    </Card>
  )
}

type RemoveProps = { id: string; unused: number; onClose: () => void }

function RemoveKeys({ id, unused, onClose }: RemoveProps) {
  const showSettings = useShowSettings(id)
  const mutation = useApiMutation(removeLicenseKeys, {
    onSuccess({ removed, settings }) {
      showSettings(settings)
      toast({
        title: removed === 0 ? 'Nothing removed' : `${countKeys(removed)} removed`,
        description:
          removed === 0 ? 'None of these keys is unused in your list.' : 'Keys that buyers have stay.',
        tone: removed === 0 ? 'destructive' : 'success',
      })
      onClose()
    },
    onError: (error) => showErrorToast(error, 'Couldn’t remove the keys'),
  })
  const remove = (body: { lines: string } | { all: true }) =>
    mutation.isPending || mutation.mutate({ params: { id }, body })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Remove unused keys?"
      description="Keys that buyers have stay. Whoever is paying right now gets the next key that you add, within 72 hours."
    >
      <Form
        schema={LicenseKeysInput}
        onSubmit={(body) => remove(body)}
        errors={mutation.error?.fields}
        className="grid gap-5"
      >
        <Field label="Keys to remove" name="lines" hint="One in each line.">
          <Textarea
            rows={4}
            className="font-mono"
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
          />
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="secondary" onClick={() => remove({ all: true })} isLoading={mutation.isPending}>
            {unused === 1 ? 'Remove the unused one' : `Remove all ${formatCount(unused)}`}
          </Button>
          <Button type="submit" variant="danger" isLoading={mutation.isPending}>
            Remove these
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

/** How many keys are left, and who waits for one. */
export function KeysLeft({ pool }: { pool: LicenseSettings['pool'] }) {
  const { total, left, held, waiting } = pool
  const sellable = left + held
  return (
    <Card padding="none" className="grid grid-cols-[minmax(0,1fr)] gap-3 p-5 sm:p-7">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="font-body font-semibold text-base tracking-normal">
          {total === 0 ? 'No keys yet' : `${formatCount(left)} of ${formatCount(total)} left`}
        </h2>
        {sellable === 0 && <Badge tone="danger">Sold out</Badge>}
        {sellable > 0 && sellable <= limits.fewKeys && <Badge tone="warn">Running low</Badge>}
      </div>
      {total > 0 && <progress aria-label="Keys left" max={total} value={left} className="bar-progress" />}
      {held > 0 && (
        <p className="text-ink-soft text-sm">
          {held === 1 ? 'One more is being paid for.' : `${formatCount(held)} more are being paid for.`}
        </p>
      )}
      {waiting > 0 ? (
        <Waiting pool={pool} />
      ) : (
        <p className="text-ink-soft text-sm">
          {sellable === 0
            ? 'The item says “Sold out” before anyone pays. Add keys to sell it.'
            : `We’ll email you ${sellable > limits.fewKeys ? 'at 10 left and at 0' : 'at 0'}. At 0 the item says “Sold out”, before anyone pays.`}
        </p>
      )}
    </Card>
  )
}

function Waiting({ pool: { waiting, waitingUntil } }: { pool: LicenseSettings['pool'] }) {
  const who =
    waiting === 1
      ? 'One buyer is waiting for a key.'
      : `${formatCount(waiting)} buyers are waiting for a key.`
  return (
    <div className="flex gap-3 rounded-md bg-warn-soft p-4 text-sm text-warn">
      <TriangleAlert aria-hidden className="size-5 flex-none" />
      <p>
        <b className="font-semibold">{who}</b> They paid when there was none. Add{' '}
        {waiting === 1 ? 'one' : 'them'}
        {waitingUntil !== null && (
          <>
            {' '}
            before <LocalTime iso={waitingUntil} format="time" />
          </>
        )}
        , or we’ll refund the {waiting === 1 ? 'sale' : 'sales'}.
      </p>
    </div>
  )
}
