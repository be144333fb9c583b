import { scopeLabels } from '../../../../contract/scopes.ts'
import { Card } from '../../../ui/card.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import type { Call, CallGroup } from './calls.ts'
import { CodeSample } from './code-block.tsx'
import { Entry, Fields, Halves, Mono, Part, withCode } from './parts.tsx'

export function CallList({ group: { id, title, about, calls } }: { group: CallGroup }) {
  return (
    <Part id={id} title={title}>
      <p className="text-ink-soft">{about}</p>
      <Card padding="none" className="overflow-hidden">
        {calls.map((call) => (
          <CallEntry key={call.name} call={call} />
        ))}
      </Card>
    </Part>
  )
}

function CallEntry({ call }: { call: Call }) {
  const { name, method, path, summary, fields } = call
  return (
    <Entry
      id={name}
      summary={
        <span className="grid gap-0.5">
          <span className="wrap-anywhere font-mono text-sm">
            <b className="mr-2 font-semibold text-brand">{method}</b>
            {path}
          </span>
          <span className="text-ink-soft text-sm">{withCode(summary)}</span>
        </span>
      }
    >
      <ScopeNote call={call} />
      <Halves>
        {fields.length > 0 && (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            {fields.map(({ place, fields: inPlace }) => (
              <div key={place} className="grid gap-1.5">
                <h3 className="text-base">{place}</h3>
                <Fields fields={inPlace} />
              </div>
            ))}
          </div>
        )}
        <Answer call={call} />
      </Halves>
    </Entry>
  )
}

export function ScopeNote({ call: { scope } }: { call: Pick<Call, 'scope'> }) {
  return (
    <p className="rounded-md bg-sunken px-3.5 py-2.5 text-ink-soft text-sm">
      <b className="font-semibold text-ink">Scope</b> <Mono>{scope}</Mono>: {scopeLabels[scope]}
    </p>
  )
}

function Answer({ call: { transport, answer } }: { call: Call }) {
  if (answer !== undefined) return <CodeSample label="Answer" code={answer} />
  if (transport === 'file') return <p className="text-ink-soft text-sm">It answers with a file.</p>
  return (
    <p className="text-ink-soft text-sm">
      A step of a resumable upload, as the <TextLink href="https://tus.io">tus</TextLink> protocol describes.
    </p>
  )
}
