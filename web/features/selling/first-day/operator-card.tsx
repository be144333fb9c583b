import { LinkButton } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'

/** In place of the steps to a first sale, for who runs the site and sells nothing. */
export function OperatorCard() {
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <div className="min-w-0 grow basis-72">
        <h2 className="text-xl">You run this site</h2>
        <p className="text-ink-soft">
          Payouts, requests and settings are in Admin. You can sell here too: upload an item when you like.
        </p>
      </div>
      <LinkButton href="/admin">Open Admin</LinkButton>
    </Card>
  )
}
