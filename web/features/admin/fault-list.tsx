import { MailCheck } from 'lucide-react'
import { type Faults, listFaults, retryJob, retryMail } from '../../../contract/admin-desk.ts'
import { useRead } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { formatMoment } from '../../ui/date-text.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from './loaded.tsx'
import { type Column, Table } from './table.tsx'
import { useAct } from './use-act.ts'
import { actName } from './words.ts'

/** Work that was given up, and mails that wait too long. */
export function FaultList() {
  const read = useRead(listFaults)
  return (
    <Loaded read={read} what="The jobs and mails">
      {({ jobs, mails }) =>
        jobs.length + mails.length === 0 ? (
          <EmptyState
            icon={<MailCheck aria-hidden />}
            title="Nothing is stuck"
            text="Work that was tried in vain for hours, and mails that wait longer than five minutes, stand here."
          />
        ) : (
          <>
            {jobs.length > 0 && (
              <Table label="Failed jobs" columns={jobColumns} rows={jobs} keyOf={({ id }) => id} />
            )}
            {mails.length > 0 && (
              <Table label="Mails not sent" columns={mailColumns} rows={mails} keyOf={({ id }) => id} />
            )}
          </>
        )
      }
    </Loaded>
  )
}

type Job = Faults['jobs'][number]
type Mail = Faults['mails'][number]
const words = (name: string) => actName(name.replaceAll('-', ' '))

const jobColumns: Array<Column<Job>> = [
  { name: 'Job', cell: ({ name }) => <b>{words(name)}</b>, isTitle: true },
  { name: 'Since', cell: ({ createdAt }) => formatMoment(createdAt) },
  { name: 'Tries', cell: ({ tries }) => tries, isFigure: true },
  { name: 'Fault', cell: ({ fault }) => fault },
  { name: 'Act', cell: ({ id, name }) => <RetryJob id={id} name={words(name)} />, isFigure: true },
]

const mailColumns: Array<Column<Mail>> = [
  { name: 'Mail', cell: ({ kind }) => <b>{words(kind)}</b>, isTitle: true },
  { name: 'To', cell: ({ recipient }) => recipient },
  { name: 'Waits since', cell: ({ createdAt }) => formatMoment(createdAt) },
  { name: 'Act', cell: (mail) => <RetryMail mail={mail} />, isFigure: true },
]

function RetryJob({ id, name }: { id: string; name: string }) {
  const retry = useAct(retryJob, { said: 'It is tried again', changes: [listFaults] })
  return (
    <Button size="sm" variant="ghost" busy={retry.isPending} onClick={() => retry.mutate({ params: { id } })}>
      Retry<span className="sr-only">: {name}</span>
    </Button>
  )
}

function RetryMail({ mail: { id, recipient } }: { mail: Mail }) {
  const retry = useAct(retryMail, { said: 'It is on its way again', changes: [listFaults] })
  return (
    <Button size="sm" variant="ghost" busy={retry.isPending} onClick={() => retry.mutate({ params: { id } })}>
      Send again<span className="sr-only"> to {recipient}</span>
    </Button>
  )
}
