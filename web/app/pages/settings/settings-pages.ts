import type { LucideIcon } from 'lucide-react'
import { CodeXml, Database, Landmark, Lock, Mail, Palette, Sparkles, UserRound } from 'lucide-react'
import { dictionary } from '../../../../contract/dictionary.ts'
import { site } from '../../../../contract/site.ts'

const settingsPages = [
  { path: '/settings/profile', label: 'Profile', icon: UserRound },
  { path: '/settings/payouts', label: 'Payouts', icon: Landmark },
  { path: '/settings/emails', label: 'Emails', icon: Mail },
  { path: '/settings/plan', label: 'Plan and billing', icon: Sparkles },
  { path: '/settings/branding', label: 'Branding', icon: Palette },
  { path: '/settings/security', label: 'Security', icon: Lock },
  { path: '/settings/developers', label: 'Developers', icon: CodeXml },
  { path: '/settings/data', label: 'Data', icon: Database },
] as const satisfies ReadonlyArray<{ path: string; label: string; icon: LucideIcon }>

/** Those of this site: where the owner is the only creator, there are no payouts, and no plans. */
export function shownSettingsPages() {
  if (!site().isSolo) return settingsPages
  return settingsPages.filter(({ path }) => path !== '/settings/payouts' && path !== '/settings/plan')
}

export type SettingsPath = (typeof settingsPages)[number]['path']

/** The pages of the sections of the former single page, by the hash of their links. */
const formerSections: Record<string, SettingsPath> = dictionary({
  profile: '/settings/profile',
  defaults: '/settings/profile',
  payouts: '/settings/payouts',
  earnings: '/settings/payouts',
  'payout-history': '/settings/payouts',
  'how-payouts-work': '/settings/payouts',
  plan: '/settings/plan',
  'early-access': '/settings/plan',
  branding: '/settings/branding',
  email: '/settings/security',
  passkeys: '/settings/security',
  sessions: '/settings/security',
  data: '/settings/data',
  delete: '/settings/data',
})

/** The path that replaces a link like `/settings#plan`, which older emails have. */
export function pathForSectionHash(hash: string): SettingsPath | undefined {
  return formerSections[hash.replace(/^#/, '')]
}
