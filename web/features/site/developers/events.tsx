import { retryDelaysMs } from '../../../../contract/webhook-deliveries.ts'
import { webhookBody, webhookPayloads } from '../../../../contract/webhook-payloads.ts'
import { Card } from '../../../ui/card.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { CodeSample, CodeTabs } from './code-block.tsx'
import { examplesOf } from './guide.ts'
import { exampleOf, toJsonSchema } from './json-schema.ts'
import { Entry, Halves, Mono, Note, Part, withCode } from './parts.tsx'
import { SettingsLink } from './rules.tsx'

export function Signature({ publicUrl }: { publicUrl: string }) {
  return (
    <Part id="signature" title="Check the signature">
      <p>
        A webhook is an address of yours that is told at once. Add it in <SettingsLink />, put its secret into{' '}
        <Mono>TIPDROP_WEBHOOK_SECRET</Mono>, and press <i>Send a test</i>.
      </p>
      <p>
        Every event is signed as{' '}
        <TextLink href="https://www.standardwebhooks.com">Standard Webhooks</TextLink> describe, so their
        libraries work too. Check the body as it came, before any JSON parser. These are whole programs that
        need no package.
      </p>
      <CodeTabs id="receive" examples={examplesOf('receive', publicUrl)} />
      <p className="text-ink-soft">
        The signed text is <Mono>webhook-id</Mono>, <Mono>webhook-timestamp</Mono> and the body, with a dot
        between them. <Mono>webhook-signature</Mono> has two signatures for 24 hours after you replace the
        secret. An older <Mono>webhook-timestamp</Mono> than five minutes may be someone who sends an event
        again.
      </p>
    </Part>
  )
}

/** `5 s`, `30 min`, `14 h`. */
function delayText(ms: number): string {
  if (ms < 60_000) return `${ms / 1_000} s`
  return ms < 3_600_000 ? `${ms / 60_000} min` : `${ms / 3_600_000} h`
}

export function Retries() {
  return (
    <Part id="retries" title="When you don’t answer">
      <Halves>
        <Note title="We try again">
          <p className="text-ink-soft">
            Answer with 2xx within 15 seconds. Else we try {retryDelaysMs.length + 1} times in three days,
            then keep the event for 30 days, with <i>Resend</i>.
          </p>
          <ol aria-label="Waits between tries" className="flex list-none flex-wrap gap-1.5 p-0">
            {['now', ...retryDelaysMs.map(delayText)].map((delay) => (
              <li
                key={delay}
                className="rounded-full bg-sunken px-2.5 py-0.5 font-semibold text-ink-soft text-sm"
              >
                {delay}
              </li>
            ))}
          </ol>
        </Note>
        <Note title="The same event twice">
          <p className="text-ink-soft">
            It can happen. <Mono>webhook-id</Mono> is the same then, so keep the ids that you’ve seen. Events
            can come out of order. Each holds the whole state of its sale, payout or item, and a{' '}
            <Mono>sequence</Mono> that grows: leave out what is older than what you have of the same sale,
            payout or item.
          </p>
        </Note>
        <Note title="Turned off">
          <p className="text-ink-soft">
            An answer 410 turns a webhook off, and so do five days in which nothing arrives. You are told by
            email.
          </p>
        </Note>
        <Note title="What we call">
          <p className="text-ink-soft">
            Public addresses with https. Redirects aren’t followed, and addresses on private networks aren’t
            called.
          </p>
        </Note>
      </Halves>
    </Part>
  )
}

const events = Object.entries(webhookPayloads).map(([type, { summary }]) => {
  // The keys of `webhookPayloads`.
  const schema = webhookBody(type as keyof typeof webhookPayloads)
  return { type, summary, body: JSON.stringify(exampleOf(toJsonSchema(schema, 'output')), null, 2) }
})

export function Events() {
  return (
    <Part id="events" title="All events">
      <Card padding="none" className="overflow-hidden">
        {events.map(({ type, summary, body }) => (
          <Entry
            key={type}
            id={type}
            summary={
              <span className="grid gap-0.5">
                <b className="font-mono font-semibold text-sm">{type}</b>
                <span className="text-ink-soft text-sm">{withCode(summary)}</span>
              </span>
            }
          >
            <CodeSample label="JSON" code={body} />
          </Entry>
        ))}
      </Card>
    </Part>
  )
}
