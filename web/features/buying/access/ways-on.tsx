import { Bell, Library, MonitorX } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { forgetDevice, sendOwnAccessLinks } from '../../../../contract/access.ts'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { Island } from '../../../hydration/island.tsx'
import { creatorName } from '../../../shared/content-format.ts'
import { FollowForm } from '../../../shared/follow-form.tsx'
import { isNothing } from '../../../shared/price.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { CopyButton } from './copy-button.island.tsx'
import { shareItemIsland } from './share-item.island.tsx'
import { TipAgain } from './tip-again.tsx'

/** What one may do next: follow, tell others, and what concerns this device. */
export function WaysOn({ purchase }: { purchase: PurchaseAccess }) {
  const { isTest, email } = purchase.purchase
  if (isTest) return null
  return (
    <>
      <FollowCreator purchase={purchase} />
      <TellOthers purchase={purchase} />
      {(email || purchase.isPayingBrowser) && (
        <Card
          role="region"
          aria-label="Your purchases"
          padding="none"
          className="divide-y divide-line px-5.5 py-1.5 print:hidden"
        >
          {email && <AllPurchases email={email} accessUrl={purchase.accessUrl} />}
          {purchase.isPayingBrowser && <ForgetDevice email={email} />}
        </Card>
      )}
    </>
  )
}

const rowClass = 'flex flex-wrap items-center gap-3.5 border-line border-t pt-5 print:hidden'
const headingClass = 'font-body font-semibold text-base tracking-normal [overflow-wrap:anywhere]'

/** Sharing first; buying it again is a quiet line below. */
function TellOthers({ purchase }: { purchase: PurchaseAccess }) {
  const { content, accessUrl } = purchase
  const tipLink = new URL(content.tipAddress, accessUrl).href
  return (
    <section aria-labelledby="tell-others" className={rowClass}>
      <div className="min-w-0 grow basis-60">
        <h2 id="tell-others" className={headingClass}>
          Know someone who’d like this?
        </h2>
        {!purchase.wait && <TipAgain purchase={purchase} />}
      </div>
      <div className="flex flex-wrap gap-2.5 max-sm:w-full">
        <Island
          island={shareItemIsland}
          props={{
            title: content.title,
            url: tipLink,
            copiedText: 'Tip link copied to clipboard',
            className: 'max-sm:flex-auto',
          }}
        />
        <CopyButton
          className="max-sm:flex-auto"
          text={tipLink}
          toastTitle="Link copied!"
          toastDescription="Tip link copied to clipboard"
        >
          Copy tip link
        </CopyButton>
        <TextLink href={tipLink} className="wrap-anywhere hidden min-h-11 items-center noscript:inline-flex">
          {tipLink}
        </TextLink>
      </div>
    </section>
  )
}

/** One press where the address is known, a field where it is not. It leads to the creator's page, which shows the result. */
function FollowCreator({ purchase: { content, purchase, isPayingBrowser } }: { purchase: PurchaseAccess }) {
  const { handle, photoUrl } = content.user
  const name = creatorName(content)
  // Who got something free by a link to their address follows its creator since.
  const hasFollowed = isNothing(purchase.amount) && purchase.email !== ''
  if (!handle || hasFollowed) return null
  const email = isPayingBrowser ? purchase.email : ''
  return (
    <section aria-labelledby="follow-creator" className={rowClass}>
      <Avatar name={name} photo={photoUrl} size="note" />
      <div className="min-w-0 grow basis-48">
        <h2 id="follow-creator" className={headingClass}>
          {`Hear about ${name}’s next work`}
        </h2>
        <p className="text-ink-faint text-sm [overflow-wrap:anywhere]">
          {email ? `At ${email}. One click ends it.` : 'One email for each new item. One click ends it.'}
        </p>
      </div>
      {email ? (
        <form method="post" action={`/follow/${handle}`} className="max-sm:w-full">
          <input type="hidden" name="email" value={email} />
          <Button type="submit" variant="secondary" className="max-sm:w-full">
            <Bell aria-hidden />
            Follow<span className="sr-only"> {name} by email</span>
          </Button>
        </form>
      ) : (
        <div className="w-full">
          <FollowForm handle={handle} name={name} placement="aside" />
        </div>
      )}
    </section>
  )
}

/** A plain form; the server responds with the page of the lost-link form. */
function AllPurchases({ email, accessUrl }: { email: string; accessUrl: string }) {
  return (
    <form
      method="post"
      action={buildUrl(sendOwnAccessLinks, { params: { token: accessUrl.split('/').at(-1) } })}
    >
      <RowButton icon={<Library aria-hidden />} hint={`Everything bought with ${email}, also from others.`}>
        Email me all my purchases
      </RowButton>
    </form>
  )
}

type RowButtonProps = { icon: ReactNode; hint: string; children: string }

function RowButton({ icon, hint, children }: RowButtonProps) {
  const id = useId()
  return (
    <div className="relative flex items-start gap-3 py-3 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:flex-none [&>svg]:text-ink-soft">
      {icon}
      <span className="min-w-0">
        {/* All of the row is pressed. */}
        <button
          type="submit"
          aria-describedby={id}
          className="block text-left after:absolute after:inset-0 hover:underline"
        >
          {children}
        </button>
        <span id={id} className="block text-ink-faint text-sm [overflow-wrap:anywhere]">
          {hint}
        </span>
      </span>
    </div>
  )
}

/** For a computer that others use too. The access link and the emails still work. */
function ForgetDevice({ email }: { email: string }) {
  return (
    <form method="post" action={forgetDevice.path}>
      <RowButton
        icon={<MonitorX aria-hidden />}
        hint={
          email
            ? 'On a shared computer? The link in your email still works.'
            : 'On a shared computer? Copy your access link first.'
        }
      >
        Forget my purchases here
      </RowButton>
    </form>
  )
}
