import { useState } from 'react'
import * as z from 'zod/mini'
import type { InboxCase } from '../../../../../../contract/inbox.ts'
import { dismissReports, TakedownInput, takeDownContent } from '../../../../../../contract/moderation.ts'
import { Checkbox } from '../../../../../ui/checkbox.tsx'
import { Field } from '../../../../../ui/field.tsx'
import { Textarea } from '../../../../../ui/input.tsx'
import { Verb, VerbDialog } from '../verbs.tsx'

const takedownSchema = z.omit(TakedownInput, { revokeBuyerAccess: true })

export function ReportVerbs({ decision: { id, report } }: { decision: InboxCase }) {
  const [revokesAccess, setRevokesAccess] = useState(false)
  const params = { id: Number(id) }
  const isTakenDown = report?.status === 'taken_down' || report?.status === 'access_revoked'
  return (
    <>
      {!isTakenDown && (
        <VerbDialog
          label="Take down"
          variant="danger"
          tone="danger"
          heading={`Take down ${report?.title ?? 'this item'}?`}
          description="It’s unpublished right away, and the creator is told why."
          route={takeDownContent}
          schema={takedownSchema}
          toDecision={({ reason }) => ({
            input: { params, body: { reason, revokeBuyerAccess: revokesAccess } },
            title: revokesAccess ? 'Taken down, buyers’ access revoked' : 'Taken down',
          })}
        >
          <Field
            label="Reason"
            name="reason"
            hint="The creator will see this, and so will any buyer who loses access."
          >
            <Textarea />
          </Field>
          <Checkbox checked={revokesAccess} onChange={({ target }) => setRevokesAccess(target.checked)}>
            Also revoke buyers’ access
          </Checkbox>
        </VerbDialog>
      )}
      <Verb
        label={report && openReports(report) > 1 ? 'Dismiss reports' : 'Dismiss report'}
        route={dismissReports}
        input={{ params }}
        title="Dismissed"
      />
    </>
  )
}

function openReports({ reports }: NonNullable<InboxCase['report']>): number {
  return reports.filter(({ state }) => state === 'open').length
}
