import { activateLicense, releaseLicense, validateLicense } from '../../../../contract/licenses.ts'
import { CodeSample } from './code-block.tsx'
import { Halves, Mono, Note, Part } from './parts.tsx'

export function Recipes({ publicUrl }: { publicUrl: string }) {
  return (
    <Part id="recipes" title="Recipes">
      <Halves>
        <Note id="n8n" title="n8n">
          <p className="text-ink-soft">
            Begin with the <i>Webhook</i> node (POST, <i>Raw Body</i> on), and paste its production address as
            a webhook. An n8n on the same private network is called when the operator lists its origin in{' '}
            <Mono>ALLOWED_INSIDE_ORIGINS</Mono>.
          </p>
        </Note>
        <Note id="zapier" title="Zapier">
          <p className="text-ink-soft">
            Begin with <i>Webhooks by Zapier</i>, <i>Catch Raw Hook</i>, and paste its address as a webhook.
            The raw hook keeps the body as it came, which the signature needs.
          </p>
        </Note>
        <Note id="discord" title="Discord and Slack">
          <p className="text-ink-soft">
            Choose the form <i>Discord</i> or <i>Slack</i> for a webhook, and paste the address that the
            channel’s settings give you. Each event is one sentence there.
          </p>
        </Note>
        <Note id="license" title="License in an app">
          <p className="text-ink-soft">
            An app that you sell asks whether a buyer’s key works, without a key of yours:{' '}
            <Mono>{activateLicense.path}</Mono> on a device, <Mono>{validateLicense.path}</Mono> later,{' '}
            <Mono>{releaseLicense.path}</Mono> to leave the device. <i>License keys</i> of an item has the
            lines to copy.
          </p>
        </Note>
      </Halves>
      <Note id="assistants" title="Assistants">
        <p className="text-ink-soft">
          <Mono>/mcp</Mono> speaks the Model Context Protocol (Streamable HTTP). An assistant sees a tool for
          each call above that its key may make, so one with <Mono>sales:read</Mono> can’t change anything.
          Each message counts as a call of the key.
        </p>
        <CodeSample label="JSON" code={mcpConfiguration(publicUrl)} />
      </Note>
    </Part>
  )
}

function mcpConfiguration(publicUrl: string): string {
  const server = { type: 'http', url: `${publicUrl}/mcp`, headers: { Authorization: 'Bearer tdk_…' } }
  return JSON.stringify({ mcpServers: { tips: server } }, null, 2)
}
