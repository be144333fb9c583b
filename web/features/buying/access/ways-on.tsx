import { Library, MonitorX } from 'lucide-react'
import { forgetDevice, sendOwnAccessLinks } from '../../../../contract/access.ts'
import type { PurchaseAccess } from '../../../../contract/purchases.ts'
import { buildUrl } from '../../../../contract/route.ts'
import { Island } from '../../../hydration/island.tsx'
import { creatorName } from '../../../shared/content-format.ts'
import { FollowForm } from '../../../shared/follow-form.tsx'
import { isNothing } from '../../../shared/price.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { CopyButton } from './copy-button.island.tsx'
import { shareItemIsland } from './share-item.island.tsx'
import { TipAgain } from './tip-again.tsx'

export function WaysOn({ purchase }: { purchase: PurchaseAccess }) {
  const { content, accessUrl } = purchase
  const { isTest, email } = purchase.purchase
  if (isTest) return null
  const tipLink = new URL(content.tipAddress, accessUrl).href
  return (
    <Card className="grid gap-3.5 print:hidden">
      <h2 className="font-body font-semibold text-base tracking-normal">Know someone who’d like this?</h2>
      <div className="flex flex-wrap gap-2.5">
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
        {!purchase.wait && <TipAgain purchase={purchase} />}
      </div>
      <FollowCreator purchase={purchase} />
      {email && <AllPurchases email={email} accessUrl={accessUrl} />}
      {purchase.isPayingBrowser && <ForgetDevice email={email} />}
    </Card>
  )
}

/** The follow form. It leads to the creator's page, which shows the result. */
function FollowCreator({ purchase: { content, purchase, isPayingBrowser } }: { purchase: PurchaseAccess }) {
  const { handle } = content.user
  const name = creatorName(content)
  // Who got something free by a link to their address follows its creator since.
  const hasFollowed = isNothing(purchase.amount) && purchase.email !== ''
  if (!handle || hasFollowed) return null
  return (
    <section
      aria-labelledby="follow-creator"
      className="grid grid-cols-[minmax(0,1fr)] gap-2 border-line border-t border-dashed pt-4"
    >
      <h2
        id="follow-creator"
        className="font-body font-semibold text-base tracking-normal [overflow-wrap:anywhere]"
      >
        {`Hear about ${name}’s new work`}
      </h2>
      <p className="text-ink-soft">
        {`One email when ${name} publishes something. No account needed. Unsubscribe anytime.`}
      </p>
      <FollowForm
        handle={handle}
        name={name}
        email={isPayingBrowser ? purchase.email : ''}
        placement="aside"
      />
    </section>
  )
}

/** A plain form; the server responds with the page of the lost-link form. */
function AllPurchases({ email, accessUrl }: { email: string; accessUrl: string }) {
  return (
    <form
      method="post"
      action={buildUrl(sendOwnAccessLinks, { params: { token: accessUrl.split('/').at(-1) } })}
      className="grid gap-1 border-line border-t border-dashed pt-3"
    >
      <Button type="submit" variant="tertiary" className="-ml-4 justify-self-start">
        <Library aria-hidden />
        Email me all my purchases
      </Button>
      <p className="text-ink-faint text-sm [overflow-wrap:anywhere]">{`We’ll send every access link to ${email}.`}</p>
    </form>
  )
}

/** For a computer that others use too. The access link and the emails still work. */
function ForgetDevice({ email }: { email: string }) {
  return (
    <form
      method="post"
      action={forgetDevice.path}
      className="grid gap-1 border-line border-t border-dashed pt-3"
    >
      <Button type="submit" variant="tertiary" className="-ml-4 justify-self-start">
        <MonitorX aria-hidden />
        Forget my purchases here
      </Button>
      <p className="text-ink-faint text-sm">
        {email
          ? 'On a shared computer? The link in your email still works.'
          : 'On a shared computer? Copy your access link first.'}
      </p>
    </form>
  )
}
