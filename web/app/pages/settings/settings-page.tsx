import { Fragment } from 'react'
import type { User } from '../../../../contract/accounts.ts'
import { RequireAuth } from '../../../shared/require-auth.tsx'
import { accountSections, type SettingsSection } from './account-sections.tsx'
import { payoutSections } from './payout-sections.tsx'
import { planSections } from './pro-sections.tsx'
import { SettingsNav } from './settings-nav.tsx'

/** Every section in page order; the navigation uses the same list. */
const sections: Array<SettingsSection> = [...payoutSections, ...planSections, ...accountSections]

export function SettingsPage() {
  return <RequireAuth subject="Your settings">{(viewer) => <Settings viewer={viewer} />}</RequireAuth>
}

function Settings({ viewer }: { viewer: User }) {
  return (
    <div className="grid gap-6 pt-5 sm:pt-8">
      <h1 className="text-2xl">Settings</h1>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[190px_minmax(0,1fr)] lg:gap-10">
        <SettingsNav sections={sections} />
        <div className="grid gap-6">
          {sections.map(({ id, render }) => (
            <Fragment key={id}>{render(viewer)}</Fragment>
          ))}
        </div>
      </div>
    </div>
  )
}
