import { Check, SearchX, Upload } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { useParams } from 'wouter'
import { getPayoutBatch, readPayoutResult } from '../../../../../../contract/payout-batches.ts'
import { useApiMutation, useApiQuery } from '../../../../../api/query.ts'
import type { ResponseOf } from '../../../../../api/types.ts'
import { Badge } from '../../../../../ui/badge.tsx'
import { Button, LinkButton } from '../../../../../ui/button.tsx'
import { Card } from '../../../../../ui/card.tsx'
import { EmptyState } from '../../../../../ui/empty-state.tsx'
import { FormError } from '../../../../../ui/field.tsx'
import { formatCount, formatMoney, pluralize } from '../../../../../ui/format.ts'
import { LocalTime } from '../../../../../ui/local-time.tsx'
import { TextLink } from '../../../../../ui/text-link.tsx'
import { AdminLayout, useCanAct } from '../../admin-layout.tsx'
import { AdminQueryState } from '../../admin-list.tsx'
import { payoutStates } from '../payout-states.ts'
import { DissolveBatch, DownloadFile, MarkAllPaid } from './batch-actions.tsx'
import { BatchResult, type ReadFile } from './batch-result.tsx'
import { batchMethodText, formatText, rowsText, shortHash } from './batch-texts.ts'
import { readTextFile } from './read-text-file.ts'

type Batch = ResponseOf<typeof getPayoutBatch>

/** `/admin/batches/:id`: a batch's three steps, its payouts, and the result of its provider. */
export function BatchPage() {
  const { id = '' } = useParams()
  const read = useApiQuery(getPayoutBatch, {
    params: { id },
    pollWhile: ({ state }) => state === 'recording',
  })
  if (read.error?.status === 404 || read.error?.status === 400)
    return (
      <AdminLayout title="Batch Not Found">
        <EmptyState
          icon={<SearchX aria-hidden />}
          title="No batch with this number"
          description="It may have been dissolved. Its payouts are in the list then."
          action={<LinkButton href="/admin">Back to Payouts</LinkButton>}
        />
      </AdminLayout>
    )
  return (
    <AdminLayout
      back={{ href: '/admin', label: 'Payouts' }}
      title={read.data ? `Batch ${read.data.number}, ${batchMethodText(read.data)}` : 'Batch'}
      description={read.data && sumText(read.data)}
    >
      <AdminQueryState query={read} subject="This batch">
        {(batch) => <BatchView batch={batch} />}
      </AdminQueryState>
    </AdminLayout>
  )
}

function sumText({ payoutCount, amount, currency }: Batch): string {
  return `${pluralize(payoutCount, 'payout')}, ${formatMoney(amount, currency)}`
}

function BatchView({ batch }: { batch: Batch }) {
  const [file, setFile] = useState<ReadFile>()
  if (file)
    return (
      <BatchResult batchId={batch.id} number={batch.number} file={file} onClose={() => setFile(undefined)} />
    )
  return (
    <div className="grid gap-4 sm:gap-[18px]">
      <Card padding="none" className="overflow-clip">
        <Steps batch={batch} onRead={setFile} />
        <Payouts batch={batch} />
      </Card>
      <Results batch={batch} />
    </div>
  )
}

function Steps({ batch, onRead }: { batch: Batch; onRead: (file: ReadFile) => void }) {
  const { format, state, missing, downloadedAt, sha256, disabledReason, processingCount } = batch
  const text = formatText(format)
  const isDone = state === 'done'
  const isDownloaded = downloadedAt !== null
  const canAct = useCanAct()
  return (
    <section aria-label="Steps" className="grid gap-5 px-[18px] py-5 sm:px-[22px]">
      {missing && (
        <p className="rounded-md bg-warn-soft px-4 py-3 text-warn">
          {missing} <TextLink href="/admin/settings/money">Open the settings</TextLink>
        </p>
      )}
      <ol className="m-0 grid list-none gap-[18px] p-0 md:grid-cols-3">
        <Step number={1} state={isDownloaded ? 'done' : 'current'} title="Download the file">
          {isDownloaded ? (
            <>
              <LocalTime iso={downloadedAt} />. Same file each time
              {sha256 && (
                <>
                  , SHA-256 <span title={sha256}>{shortHash(sha256)}</span>
                </>
              )}
            </>
          ) : (
            'It has the whole payout details. Keep it where only you can read it'
          )}
        </Step>
        <Step number={2} state={isDone ? 'done' : isDownloaded ? 'current' : 'next'} title={text.step}>
          {rowsText(batch)}
          {text.lapse && `. ${text.lapse}`}
        </Step>
        <Step number={3} state={isDone ? 'done' : 'next'} title={text.result}>
          Or mark all as paid with a reference
        </Step>
      </ol>
      {disabledReason && <p className="text-warn">{disabledReason}</p>}
      {canAct && (
        <div id="result" className="flex flex-wrap items-start gap-2 max-sm:[&>*]:w-full">
          {isDownloaded && processingCount > 0 && state !== 'recording' && (
            <>
              <ImportResult batchId={batch.id} onRead={onRead} />
              <MarkAllPaid batch={batch} />
            </>
          )}
          <DownloadFile
            batch={batch}
            label={isDownloaded ? 'Download again' : 'Download file'}
            variant={isDownloaded ? 'tertiary' : 'primary'}
          />
          {!isDownloaded && <DissolveBatch batch={batch} />}
        </div>
      )}
      {state === 'recording' && (
        <p role="status" className="text-ink-soft">
          Recording, {formatCount(batch.paidCount + batch.returnedCount)} of {formatCount(batch.payoutCount)}.
          You can close this page.
        </p>
      )}
    </section>
  )
}

type StepProps = { number: number; state: 'done' | 'current' | 'next'; title: string; children: ReactNode }

const stepClasses = {
  done: 'border-transparent bg-brand-soft text-brand',
  current: 'border-brand bg-brand text-on-brand',
  next: 'border-line-strong text-ink-soft',
}

function Step({ number, state, title, children }: StepProps) {
  return (
    <li
      aria-current={state === 'current' ? 'step' : undefined}
      className="grid grid-cols-[28px_minmax(0,1fr)] gap-3"
    >
      <span
        aria-hidden
        className={`grid size-7 place-items-center rounded-full border font-bold text-sm ${stepClasses[state]}`}
      >
        {state === 'done' ? <Check className="size-4" /> : number}
      </span>
      <span className="min-w-0">
        <b className="font-semibold">{title}</b>
        {state === 'done' && <span className="sr-only"> (done)</span>}
        <span className="block text-ink-faint text-sm">{children}</span>
      </span>
    </li>
  )
}

/** Reads a file that the person chooses, and shows what it would record. */
function ImportResult({ batchId, onRead }: { batchId: number; onRead: (file: ReadFile) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const send = useApiMutation(readPayoutResult, {
    onError: (error) => setProblem(error.fields.text ?? error.userMessage),
  })

  async function readFile(chosen: File) {
    setProblem(undefined)
    const text = await readTextFile(chosen)
    if (text === undefined) return setProblem('This file is larger than 2 MB. Is it the right one?')
    const body = { name: chosen.name, text }
    const result = await send.mutateAsync({ params: { id: batchId }, body }).catch(() => undefined)
    if (result) onRead({ ...body, result })
  }

  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.xml,text/csv,text/xml,application/xml"
        aria-label="Result file"
        className="hidden"
        onChange={({ target }) => {
          const [chosen] = target.files ?? []
          target.value = ''
          if (chosen) void readFile(chosen)
        }}
      />
      <Button isLoading={send.isPending} onClick={() => input.current?.click()}>
        <Upload aria-hidden />
        Import result
      </Button>
      <div className="order-last basis-full empty:hidden">
        <FormError>{problem}</FormError>
      </div>
    </>
  )
}

function Payouts({ batch: { payouts, restCount, restAmount, currency } }: { batch: Batch }) {
  return (
    <ul aria-label="Payouts" className="m-0 list-none border-line border-t p-0">
      {payouts.map(({ id, name, email, payoutEmail, amount, state, reference, notes }) => (
        <li
          key={id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-line border-b px-[18px] py-2.5 last:border-b-0 sm:grid-cols-[minmax(0,1.2fr)_minmax(0,1fr)_8rem_7rem] sm:px-[22px]"
        >
          <span className="wrap-anywhere min-w-0">
            <b className="font-semibold">{name ?? email}</b>
            <span className="block text-ink-faint text-sm">{payoutEmail}</span>
          </span>
          <b className="text-right font-semibold sm:order-3">{formatMoney(amount, currency)}</b>
          <span className="wrap-anywhere text-ink-faint text-sm max-sm:order-3 sm:order-2">
            {[notes, reference].filter(Boolean).join(' · ')}
          </span>
          <span className="text-right max-sm:order-4 sm:order-4">
            <Badge tone={payoutStates[state].tone}>{payoutStates[state].label}</Badge>
          </span>
        </li>
      ))}
      {restCount > 0 && (
        <li className="flex justify-between gap-4 px-[18px] py-3 text-ink-soft sm:px-[22px]">
          <span>and {formatCount(restCount)} more</span>
          <span>{formatMoney(restAmount, currency)}</span>
        </li>
      )}
    </ul>
  )
}

/** What was recorded, and by whom. */
function Results({ batch: { results } }: { batch: Batch }) {
  if (results.length === 0) return null
  return (
    <Card padding="none" className="overflow-clip">
      <h2 className="px-[18px] pt-5 pb-3 text-xl sm:px-[22px]">Recorded</h2>
      <ul className="m-0 list-none border-line border-t p-0">
        {results.map(({ fileName, paidCount, returnedCount, recordedAt, recordedBy }) => (
          <li
            key={recordedAt}
            className="flex flex-wrap justify-between gap-x-4 gap-y-1 border-line border-b px-[18px] py-3 last:border-b-0 sm:px-[22px]"
          >
            <span className="wrap-anywhere min-w-0">
              <b className="font-semibold">{fileName ?? 'Marked all as paid'}</b>
              <span className="block text-ink-faint text-sm">
                <LocalTime iso={recordedAt} /> by {recordedBy}
              </span>
            </span>
            <span className="text-ink-soft">
              {formatCount(paidCount)} paid, {formatCount(returnedCount)} returned
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
