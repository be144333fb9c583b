import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { type Alert, listAlerts, resolveAlert } from '../../../contract/admin-desk.ts'
import { useRead } from '../../api/hooks.ts'
import { Button } from '../../ui/button.tsx'
import { formatMoment } from '../../ui/date-text.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { ActForm } from './act-form.tsx'
import { Loaded } from './loaded.tsx'
import { Pager } from './pager.tsx'
import { useAct } from './use-act.ts'
import { actName } from './words.ts'

type State = 'open' | 'resolved'

/** What the software asks a person to look at. */
export function AlertList() {
  const [state, setState] = useState<State>('open')
  const [page, setPage] = useState(1)
  const read = useRead(listAlerts, { query: { state, page } })
  return (
    <>
      <div className="border-line border-b p-4 sm:px-5">
        <Segmented
          label="Which alerts"
          name="alerts"
          value={state}
          options={[
            { value: 'open', label: 'Open' },
            { value: 'resolved', label: 'Resolved' },
          ]}
          onChange={(next) => {
            setState(next)
            setPage(1)
          }}
        />
      </div>
      <Loaded read={read} what="The alerts">
        {({ alerts, total }) =>
          alerts.length === 0 ? (
            <EmptyState
              icon={<CircleCheck aria-hidden />}
              title={state === 'open' ? 'All is well' : 'Nothing was resolved yet'}
              text="A payment that does not match, money that came back, a file that is gone: it is told here."
            />
          ) : (
            <>
              <ul className="m-0 list-none p-0">
                {alerts.map((alert) => (
                  <AlertRow key={alert.id} alert={alert} />
                ))}
              </ul>
              <Pager page={page} total={total} go={setPage} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

function AlertRow({ alert }: { alert: Alert }) {
  const [asking, setAsking] = useState(false)
  const { id, kind, subject, detail, createdAt, resolvedAt, purchaseId } = alert
  const resolve = useAct(resolveAlert, {
    said: 'Resolved',
    changes: [listAlerts],
    done: () => setAsking(false),
  })
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 border-line border-b px-4 py-4 last:border-b-0 sm:px-5">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">{actName(kind.replaceAll('-', ' '))}</p>
        <p className="wrap-anywhere">{detail}</p>
        <p className="wrap-anywhere text-ink-faint text-sm">
          {formatMoment(createdAt)} · {subject}
          {resolvedAt && ` · resolved ${formatMoment(resolvedAt)}`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {purchaseId !== null && (
          <LinkButton size="sm" variant="ghost" href={`/admin/purchases/${purchaseId}`}>
            Open purchase
          </LinkButton>
        )}
        {!resolvedAt && (
          <Button size="sm" onClick={() => setAsking(true)}>
            Resolve<span className="sr-only">: {detail}</span>
          </Button>
        )}
      </div>
      <Dialog open={asking} onOpenChange={setAsking} title="Resolve this alert" text={detail}>
        <ActForm
          schema={resolveAlert.body}
          act={resolve}
          send={(body) => resolve.mutate({ params: { id }, body })}
          button="Resolve"
        >
          <Field label="What you did" name="note" optional hint="It stands in the audit log.">
            <Textarea />
          </Field>
        </ActForm>
      </Dialog>
    </li>
  )
}
