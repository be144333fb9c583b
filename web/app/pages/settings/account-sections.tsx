import type { ReactNode } from 'react'
import type { User } from '../../../../contract/accounts.ts'
import { StorageLine } from '../../../features/content/editor/storage-note.tsx'
import { DefaultsForm } from '../../../features/settings/defaults-form.tsx'
import { DeleteAccountSection } from '../../../features/settings/delete-account-section.tsx'
import { EmailSection } from '../../../features/settings/email-section.tsx'
import { ExportDataSection } from '../../../features/settings/export-data-section.tsx'
import { PasskeyList } from '../../../features/settings/passkey-list.tsx'
import { ProfileForm } from '../../../features/settings/profile-form.tsx'
import { SessionList } from '../../../features/settings/session-list.tsx'
import { Section } from '../../../ui/section.tsx'

/** A section of the settings page: its id, its label in the navigation, and its content. */
export type SettingsSection = { id: string; label: string; render: (viewer: User) => ReactNode }

export const accountSections: Array<SettingsSection> = [
  {
    id: 'profile',
    label: 'Profile',
    render: (viewer) => (
      <Section id="profile" title="Profile" description="How you appear to buyers on tip pages and receipts.">
        <ProfileForm viewer={viewer} />
      </Section>
    ),
  },
  {
    id: 'defaults',
    label: 'New items',
    render: () => (
      <Section
        id="defaults"
        title="New items"
        description="Defaults for new items. You can change them on each item."
      >
        <DefaultsForm />
      </Section>
    ),
  },
  {
    id: 'email',
    label: 'Email',
    render: (viewer) => (
      <Section id="email" title="Email">
        <EmailSection viewer={viewer} />
      </Section>
    ),
  },
  {
    id: 'passkeys',
    label: 'Passkeys',
    render: () => (
      <Section id="passkeys" title="Passkeys">
        <PasskeyList />
      </Section>
    ),
  },
  {
    id: 'sessions',
    label: 'Sessions',
    render: () => (
      <Section id="sessions" title="Sessions" description="Browsers signed in to your account.">
        <SessionList />
      </Section>
    ),
  },
  {
    id: 'data',
    label: 'Your data',
    render: () => (
      <Section
        id="data"
        title="Your data"
        description="Everything we store about you in one zip file: your account, items and files, sales, ledger and payouts, as CSV and JSON."
      >
        <StorageLine />
        <ExportDataSection />
      </Section>
    ),
  },
  {
    id: 'delete',
    label: 'Delete account',
    render: (viewer) => (
      <Section
        id="delete"
        title="Delete account"
        description="Your items are unpublished and your personal details are deleted. Buyers keep what they paid for, and we keep the payment records."
      >
        <DeleteAccountSection viewer={viewer} />
      </Section>
    ),
  },
]
