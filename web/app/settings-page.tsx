import { Fragment } from 'react'
import type { User } from '../../contract/accounts.ts'
import { SignedIn } from '../api/signed-in.tsx'
import { TextLink } from '../ui/text-link.tsx'
import { accountParts, type Part } from './account-parts.tsx'
import { payoutParts } from './payout-parts.tsx'
import { proParts } from './pro-parts.tsx'

/** Every section of the page in its order; the list beside it is made of the same. */
const parts: Array<Part> = [...payoutParts, ...proParts, ...accountParts]

export function SettingsPage() {
  return <SignedIn what="Your settings">{(viewer) => <Settings viewer={viewer} />}</SignedIn>
}

function Settings({ viewer }: { viewer: User }) {
  return (
    <div className="grid gap-6 pt-5 sm:pt-8">
      <h1 className="text-2xl">Settings</h1>
      <div className="grid items-start gap-6 lg:grid-cols-[190px_minmax(0,1fr)] lg:gap-10">
        <Contents />
        <div className="grid gap-6">
          {parts.map(({ id, show }) => (
            <Fragment key={id}>{show(viewer)}</Fragment>
          ))}
        </div>
      </div>
    </div>
  )
}

/** Leads down the page; on a narrow one a row that scrolls. */
function Contents() {
  return (
    <nav
      aria-label="Settings"
      className="fades-right -mx-[18px] overflow-x-auto px-[18px] lg:sticky lg:top-6 lg:mx-0 lg:px-0"
    >
      <ul className="-ml-3 m-0 flex list-none gap-1 p-0 lg:grid">
        {parts.map(({ id, label }) => (
          <li key={id}>
            <TextLink
              plain
              href={`#${id}`}
              className="moves flex min-h-11 items-center whitespace-nowrap rounded-sm px-3 font-medium text-ink-soft hover:bg-sunken hover:text-ink"
            >
              {label}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
