import { Fragment } from 'react'
import type { User } from '../../contract/accounts.ts'
import { SignedIn } from '../api/signed-in.tsx'
import { accountParts, type Part } from './account-parts.tsx'
import { payoutParts } from './payout-parts.tsx'
import { proParts } from './pro-parts.tsx'
import { SettingsContents } from './settings-contents.tsx'

/** Every section of the page in its order; the list beside it is made of the same. */
const parts: Array<Part> = [...payoutParts, ...proParts, ...accountParts]

export function SettingsPage() {
  return <SignedIn what="Your settings">{(viewer) => <Settings viewer={viewer} />}</SignedIn>
}

function Settings({ viewer }: { viewer: User }) {
  return (
    <div className="grid gap-6 pt-5 sm:pt-8">
      <h1 className="text-2xl">Settings</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[190px_minmax(0,1fr)] lg:gap-10">
        <SettingsContents parts={parts} />
        <div className="grid gap-6">
          {parts.map(({ id, show }) => (
            <Fragment key={id}>{show(viewer)}</Fragment>
          ))}
        </div>
      </div>
    </div>
  )
}
