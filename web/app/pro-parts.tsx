import { BrandingSection } from '../features/pro/branding-section.tsx'
import { EarlyAccessSection } from '../features/pro/early-access-section.tsx'
import { PlanSection } from '../features/subscribe/plan-section.tsx'
import type { Part } from './account-parts.tsx'

/** The plan, and what Pro brings to the settings. */
export const proParts: Array<Part> = [
  { id: 'plan', label: 'Plan', show: () => <PlanSection /> },
  {
    id: 'branding',
    label: 'Branding',
    show: ({ plan }) => <BrandingSection isPro={plan === 'pro'} />,
  },
  {
    id: 'early-access',
    label: 'Early access',
    show: ({ plan }) => <EarlyAccessSection isPro={plan === 'pro'} />,
  },
]
