import { BrandingSection } from '../../../features/pro/branding-section.tsx'
import { EarlyAccessSection } from '../../../features/pro/early-access-section.tsx'
import { PlanSection } from '../../../features/subscriptions/plan-section.tsx'
import type { SettingsSection } from './account-sections.tsx'

export const planSections: Array<SettingsSection> = [
  { id: 'plan', label: 'Plan', render: () => <PlanSection /> },
  {
    id: 'branding',
    label: 'Branding',
    render: ({ plan }) => <BrandingSection isPro={plan === 'pro'} />,
  },
  {
    id: 'early-access',
    label: 'Early access',
    render: ({ plan }) => <EarlyAccessSection isPro={plan === 'pro'} />,
  },
]
