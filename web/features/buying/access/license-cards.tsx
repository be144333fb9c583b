import { Check, MonitorSmartphone } from 'lucide-react'
import { useSearch } from 'wouter'
import { type BuyerLicense, getOwnLicense, releaseOwnDevice } from '../../../../contract/licenses.ts'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Disclosure } from '../../../ui/disclosure.tsx'
import { formatLongDate, formatMoney } from '../../../ui/format.ts'
import { LocalTime } from '../../../ui/local-time.tsx'
import { CopyButton } from './copy-button.island.tsx'

/** The license keys of a purchase, with their devices. Links and plain forms, so it works without a script. */
export function LicenseCards({
  purchase: { licenses, accessUrl, purchase, content },
}: {
  purchase: PurchaseAccess
}) {
  const result = new URLSearchParams(useSearch()).get('license')
  if (licenses.length === 0) return null
  const [token = ''] = accessUrl.split('/').slice(-1)
  return (
    <div id="license" className="grid scroll-mt-5 grid-cols-[minmax(0,1fr)] gap-[18px]">
      {result !== null && <p role="status">{resultText(result)}</p>}
      {licenses.map((license) => (
        <LicenseCard
          key={license.itemId}
          license={license}
          token={token}
          isTest={purchase.isTest}
          promise={promiseOf(content.user.firstName, purchase)}
          heading={licenses.length === 1 ? 'Your license key' : `License key for ${license.title}`}
        />
      ))}
    </div>
  )
}

/** What happens to somebody who waits for a key. */
function promiseOf(creator: string | null, { amount, currency, email }: PurchaseAccess['purchase']): string {
  const told = email === '' ? 'It will be on this page.' : 'We’ll email you.'
  const start = `${creator ?? 'The creator'} has to add a key. ${told}`
  return /[1-9]/.test(amount)
    ? `${start} If none comes, we’ll refund your ${formatMoney(amount, currency)}.`
    : start
}

function resultText(result: string): string {
  if (result === 'new') return 'Here is your new key.'
  if (result === 'unavailable') return 'No key is left right now. Look here again later.'
  if (result === 'released') return 'The device is released.'
  if (result === 'rate_limited')
    return 'That’s too often: a new key once a day, and 10 released devices in 30 days.'
  return 'That didn’t work. Here is how it stands now.'
}

type CardProps = { license: BuyerLicense; token: string; heading: string; isTest: boolean; promise: string }

function LicenseCard({ license, token, heading, isTest, promise }: CardProps) {
  const { itemId, state, key, expiresAt, revocationReason, isReplaceable } = license
  const titleId = `license-${itemId}`
  return (
    <section aria-labelledby={titleId}>
      <Card elevated className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <h2 id={titleId} className="min-w-0 text-xl [overflow-wrap:anywhere]">
            {heading}
          </h2>
          {!isTest && <StateBadge license={license} />}
        </div>
        {state === 'none' && <FirstKey itemId={itemId} token={token} />}
        {state === 'waiting' && (
          <>
            <p className="rounded-sm border border-brand px-4 py-3 font-bold font-mono">
              Arrives within 72 hours
            </p>
            <p className="text-ink-soft">{promise}</p>
          </>
        )}
        {state === 'revoked' && (
          <p className="whitespace-pre-line [overflow-wrap:anywhere]">
            {`The creator ended this key: “${revocationReason}”`}
          </p>
        )}
        {key !== null && <Key text={key} isEnded={state !== 'active'} />}
        {state === 'active' && isTest && (
          <p className="text-ink-faint text-sm">A test takes no key. Buyers see theirs here.</p>
        )}
        {state === 'active' && !isTest && (
          <>
            {isReplaceable && (
              <p className="text-ink-faint text-sm">
                Capital or small letters, dashes or none: all the same to the app.
              </p>
            )}
            <Devices license={license} token={token} />
            {isReplaceable && <NewKey license={license} token={token} />}
          </>
        )}
        {state === 'expired' && expiresAt !== null && (
          <p className="text-ink-soft">{`It worked until ${formatLongDate(expiresAt)}.`}</p>
        )}
      </Card>
    </section>
  )
}

function StateBadge({ license: { state, expiresAt, isReplaceable } }: { license: BuyerLicense }) {
  if (state === 'none' || state === 'waiting') return null
  if (state === 'revoked') return <Badge tone="danger">Ended</Badge>
  if (state === 'expired') return <Badge tone="danger">Expired</Badge>
  if (expiresAt !== null) return <Badge tone="plain">{`Expires ${formatLongDate(expiresAt)}`}</Badge>
  // How long a key of a list works is known to whoever made it.
  if (!isReplaceable) return null
  return (
    <Badge>
      <Check aria-hidden className="size-3.5" />
      Doesn’t expire
    </Badge>
  )
}

function Key({ text, isEnded }: { text: string; isEnded: boolean }) {
  return (
    <div
      className={`flex flex-wrap items-center justify-between gap-3 rounded-sm border px-4 py-2.5 ${isEnded ? 'border-line' : 'border-brand'}`}
    >
      <code
        className={`min-w-0 font-bold font-mono text-base [overflow-wrap:anywhere] sm:text-lg ${isEnded ? 'text-ink-faint line-through' : ''}`}
      >
        {text}
      </code>
      {!isEnded && (
        <CopyButton text={text} toastTitle="Copied" toastDescription="Paste the key in your app.">
          Copy
        </CopyButton>
      )}
    </div>
  )
}

function FirstKey({ itemId, token }: { itemId: number; token: string }) {
  return (
    <form
      method="post"
      action={buildUrl(getOwnLicense, { params: { token, id: itemId } })}
      className="grid justify-items-start gap-3"
    >
      <p className="text-ink-soft">
        This item comes with a license key. You get yours when you press the button.
      </p>
      <Button type="submit">Get my key</Button>
    </form>
  )
}

type OwnProps = { license: BuyerLicense; token: string }

function Devices({ license: { devices, deviceCount, maxDevices, releasesLeft }, token }: OwnProps) {
  if (deviceCount === 0) return null
  const isFull = maxDevices !== null && deviceCount >= maxDevices
  return (
    <div className="grid gap-1 border-line border-t pt-4">
      <div className="flex flex-wrap justify-between gap-x-4">
        <h3 className="font-body font-semibold text-base tracking-normal">Devices</h3>
        <p className="text-ink-soft text-sm">
          {maxDevices === null ? `${deviceCount} in use` : `${deviceCount} of ${maxDevices} in use`}
        </p>
      </div>
      {isFull && (
        <p className="text-ink-soft text-sm">
          To use another one, release one of these. You can do that 10 times in 30 days.
        </p>
      )}
      <ul>
        {devices.map(({ id, label, lastSeenAt }) => (
          <li key={id} className="flex items-center gap-3 border-line border-b py-2 last:border-b-0">
            <MonitorSmartphone aria-hidden className="size-5 flex-none text-ink-soft" />
            <p className="min-w-0 flex-1 [overflow-wrap:anywhere]">
              <b className="font-semibold">{label || 'A device'}</b>
              <br />
              <span className="text-ink-faint text-sm">
                Last used <LocalTime iso={lastSeenAt} format="date" />
              </span>
            </p>
            {releasesLeft > 0 && (
              <form method="post" action={buildUrl(releaseOwnDevice, { params: { token, id } })}>
                <Button type="submit" variant="secondary" size="sm">
                  Release<span className="sr-only"> {label || 'this device'}</span>
                </Button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {releasesLeft === 0 && (
        <p className="text-ink-soft text-sm">You released 10 devices in 30 days. Try again later.</p>
      )}
    </div>
  )
}

function NewKey({ license: { itemId, canReplace }, token }: OwnProps) {
  return (
    <Disclosure summary="Someone else has it? Get a new key" className="print:hidden">
      {canReplace ? (
        <form
          method="post"
          action={buildUrl(getOwnLicense, { params: { token, id: itemId } })}
          className="grid justify-items-start gap-3"
        >
          <p className="text-ink-soft">The old key stops right away. Your devices stay.</p>
          <Button type="submit" variant="secondary">
            Get a new key
          </Button>
        </form>
      ) : (
        <p className="text-ink-soft">You got one today. You can get another one tomorrow.</p>
      )}
    </Disclosure>
  )
}
