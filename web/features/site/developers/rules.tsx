import { limits } from '../../../../contract/limits.ts'
import { apiScopes, scopeLabels } from '../../../../contract/scopes.ts'
import { TextLink } from '../../../ui/text-link.tsx'
import { callGroups } from './calls.ts'
import { CodeTabs } from './code-block.tsx'
import { examplesOf } from './guide.ts'
import { Mono, Part, Rows } from './parts.tsx'

export function SettingsLink() {
  return <TextLink href="/settings/developers">Settings, then Developers</TextLink>
}

export function Scopes() {
  const callCount = callGroups.reduce((count, { calls }) => count + calls.length, 0)
  return (
    <Part id="scopes" title="Keys and scopes">
      <p>
        A key begins with <Mono>tdk_</Mono> and is sent as <Mono>Authorization: Bearer</Mono>, without a
        cookie. Give it the least that your program needs. No key can pay money out, change where it is paid,
        or sign in. Deleting an item before its release day refunds its buyers, also with a key.
      </p>
      <p className="text-ink-soft">
        The {callCount} calls below are all that keys can make. They are also an{' '}
        <TextLink href="/api/docs/json">OpenAPI document</TextLink>, from which generators such as
        openapi-typescript make a client.
      </p>
      <Rows rows={apiScopes.map((scope) => [scope, scopeLabels[scope]])} />
    </Part>
  )
}

export function Errors() {
  return (
    <Part id="errors" title="Errors">
      <p>
        An error has a <Mono>code</Mono> that stays, and a <Mono>message</Mono> for people.
      </p>
      <Rows
        rows={[
          [
            '400',
            <>
              Something in the request is wrong. <Mono>message</Mono> says what, <Mono>fields</Mono> says
              where.
            </>,
          ],
          ['401', 'The key is wrong, ended or deleted.'],
          [
            '403',
            <>
              The key lacks a scope, which <Mono>message</Mono> names, or the call can’t be made with a key.
            </>,
          ],
          ['404', 'Not there, or not yours. We don’t say which.'],
          [
            '409',
            <>
              It no longer fits what is there, or the same <Mono>Idempotency-Key</Mono> came with another
              body, or no one knows whether its first call was done.
            </>,
          ],
          [
            '429',
            <>
              Too many calls. <Mono>Retry-After</Mono> says when to go on.
            </>,
          ],
          [
            '503',
            <>
              The first call with this <Mono>Idempotency-Key</Mono> still runs, or we are busy.{' '}
              <Mono>Retry-After</Mono> says when to send it again.
            </>,
          ],
          ['Other 5xx', 'It is us. Try again later.'],
        ]}
      />
    </Part>
  )
}

export function Limits() {
  return (
    <Part id="limits" title="Limits">
      <p>
        A key makes {limits.maxApiCallsPerMinute} calls a minute. <Mono>RateLimit</Mono> and{' '}
        <Mono>RateLimit-Policy</Mono> in each answer say what is left. You can have {limits.maxApiKeys} keys
        and {limits.maxWebhookEndpoints} webhooks. A list has at most {limits.maxPageSize} rows; its{' '}
        <Mono>next</Mono> is the <Mono>cursor</Mono> of the page after it.
      </p>
    </Part>
  )
}

export function TryingTwice({ publicUrl }: { publicUrl: string }) {
  return (
    <Part id="trying-twice" title="Trying twice">
      <p>
        When no answer comes, send a POST again with the same <Mono>Idempotency-Key</Mono>. It is done once,
        and gets the same answer for {limits.idempotencyMs / 3_600_000} hours. Choose the key yourself, up to
        255 characters.
      </p>
      <CodeTabs id="repeat" examples={examplesOf('repeat', publicUrl)} />
    </Part>
  )
}
