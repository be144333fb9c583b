import { getInstance } from '../../../../contract/instance.ts'
import { site } from '../../../../contract/site.ts'
import { useApiQuery } from '../../../api/query.ts'
import { CallList, ScopeNote } from './call-list.tsx'
import { callGroups, callNamed } from './calls.ts'
import { CodeSample, CodeTabs } from './code-block.tsx'
import { Contents } from './contents.tsx'
import { Events, Retries, Signature } from './events.tsx'
import { examplesOf } from './guide.ts'
import { Fields, Halves, Part } from './parts.tsx'
import { Recipes } from './recipes.tsx'
import { Errors, Limits, Scopes, SettingsLink, TryingTwice } from './rules.tsx'

/** The guide for programs, made from the contract: a new call with a scope is on it. */
export function DevelopersPage() {
  const { data: instance } = useApiQuery(getInstance)
  const publicUrl = instance?.publicUrl ?? ''
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-x-14 gap-y-6 pt-2 lg:grid-cols-[190px_minmax(0,1fr)] lg:pt-5">
      <header className="grid gap-3 lg:col-start-2">
        <h1 className="text-[clamp(2.1rem,1.5rem+2.4vw,3rem)]">{site().name} for developers</h1>
        <p className="max-w-[42em] text-ink-soft text-lg">
          One key, plain JSON, and a call when something happens. Copy an example, put in your key, and it
          works.
        </p>
      </header>
      <div className="contents lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:block lg:h-full">
        <Contents />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-12 lg:col-start-2">
        <FirstCall publicUrl={publicUrl} />
        <Scopes />
        <Errors />
        <Limits />
        <TryingTwice publicUrl={publicUrl} />
        {callGroups.map((group) => (
          <CallList key={group.id} group={group} />
        ))}
        <Signature publicUrl={publicUrl} />
        <Retries />
        <Events />
        <Recipes publicUrl={publicUrl} />
      </div>
    </div>
  )
}

function FirstCall({ publicUrl }: { publicUrl: string }) {
  const call = callNamed('listSales')
  return (
    <Part id="first-call" title="Your first call">
      <p>
        Make a key in <SettingsLink />, put it into{' '}
        <code className="font-mono text-[0.9em]">TIPDROP_KEY</code>, then list your latest sale. Amounts are
        decimal text, times are UTC.
      </p>
      <CodeTabs id="call" examples={examplesOf('call', publicUrl)} />
      {call && (
        <Halves>
          <CodeSample label="Answer" code={call.answer ?? ''} />
          <div className="grid gap-3">
            <h3 className="text-lg">What you can ask</h3>
            <Fields fields={call.fields.flatMap(({ fields }) => fields)} />
            <ScopeNote call={call} />
          </div>
        </Halves>
      )}
    </Part>
  )
}
