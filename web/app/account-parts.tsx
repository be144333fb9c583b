import type { ReactNode } from 'react'
import type { User } from '../../contract/accounts.ts'
import { ClosingSection } from '../features/settings/closing-section.tsx'
import { DataSection } from '../features/settings/data-section.tsx'
import { DefaultsForm } from '../features/settings/defaults-form.tsx'
import { EmailSection } from '../features/settings/email-section.tsx'
import { PasskeyList } from '../features/settings/passkey-list.tsx'
import { ProfileForm } from '../features/settings/profile-form.tsx'
import { SessionList } from '../features/settings/session-list.tsx'
import { StorageLine } from '../features/upload/storage-note.tsx'
import { Section } from '../ui/section.tsx'

/** A section of the settings page: its name in the list beside it, and what it shows. */
export type Part = { id: string; label: string; show: (viewer: User) => ReactNode }

/** The sections about the account itself. */
export const accountParts: Array<Part> = [
  {
    id: 'profile',
    label: 'Profile',
    show: (viewer) => (
      <Section id="profile" title="Profile" text="What buyers see of you on tip pages and receipts.">
        <ProfileForm viewer={viewer} />
      </Section>
    ),
  },
  {
    id: 'defaults',
    label: 'New items',
    show: () => (
      <Section id="defaults" title="New items" text="What every upload begins with. Each item can differ.">
        <DefaultsForm />
      </Section>
    ),
  },
  {
    id: 'email',
    label: 'E-mail',
    show: (viewer) => (
      <Section id="email" title="E-mail">
        <EmailSection viewer={viewer} />
      </Section>
    ),
  },
  {
    id: 'passkeys',
    label: 'Passkeys',
    show: () => (
      <Section id="passkeys" title="Passkeys">
        <PasskeyList />
      </Section>
    ),
  },
  {
    id: 'sessions',
    label: 'Sessions',
    show: () => (
      <Section id="sessions" title="Sessions" text="The browsers that are signed in to your account.">
        <SessionList />
      </Section>
    ),
  },
  {
    id: 'data',
    label: 'Your data',
    show: () => (
      <Section
        id="data"
        title="Your data"
        text="Everything we keep of you as one zip: account, items with their files, sales, ledger and payouts, each as CSV and JSON."
      >
        <StorageLine />
        <DataSection />
      </Section>
    ),
  },
  {
    id: 'delete',
    label: 'Delete account',
    show: (viewer) => (
      <Section
        id="delete"
        title="Delete account"
        text="Your items go off sale and what we know of you is removed. Buyers keep what they paid for, and the books stay."
      >
        <ClosingSection viewer={viewer} />
      </Section>
    ),
  },
]
