import { ChevronRight } from 'lucide-react'
import { useParams } from 'wouter'
import { listInstanceSettings, type SettingState } from '../../../../../contract/instance-settings.ts'
import { site } from '../../../../../contract/site.ts'
import { useApiQuery } from '../../../../api/query.ts'
import { useMinPayoutText } from '../../../../shared/use-min-payout-text.ts'
import { Card } from '../../../../ui/card.tsx'
import { TextLink } from '../../../../ui/text-link.tsx'
import { AdminLayout } from '../admin-layout.tsx'
import { AdminQueryState } from '../admin-list.tsx'
import { InvitationsSection } from './invitations-section.tsx'
import { SaleBecomes } from './sale-becomes.tsx'
import { settingText } from './setting-control.tsx'
import { type SettingsPath, settingFields, settingsPages } from './setting-fields.ts'
import { SettingsForm } from './settings-form.tsx'
import { LegalPagesSection, SiteLogoSection } from './site-sections.tsx'

type Settings = ReadonlyArray<SettingState>

/** `/admin/settings` is the menu on narrow screens and the first page on wide ones, `/admin/settings/:section` a page. */
export function AdminSettingsPage() {
  const read = useApiQuery(listInstanceSettings)
  const { section } = useParams()
  const chosen = settingsPages.find(({ path }) => path === `/admin/settings/${section}`)
  const page = chosen ?? settingsPages[0]
  return (
    <AdminLayout
      title={chosen ? page.label : 'Settings'}
      description={
        chosen ? descriptionOf(page) : 'Changes take effect right away. Each one is in the audit log.'
      }
      {...(chosen && { back: { href: '/admin/settings', label: 'Settings', isOnNarrowOnly: true } })}
    >
      <AdminQueryState query={read} subject="The settings">
        {({ settings }) => (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-8 lg:grid-cols-[240px_minmax(0,1fr)]">
            <nav aria-label="Settings" className={chosen && 'max-lg:hidden'}>
              <SettingsMenu settings={settings} current={page.path} />
            </nav>
            <div className={chosen ? columnClass : `${columnClass} max-lg:hidden`}>
              {!chosen && <h2 className="text-xl">{page.label}</h2>}
              <SettingsForm key={page.path} page={page} settings={settings} />
              <MoreOf path={page.path} settings={settings} />
            </div>
          </div>
        )}
      </AdminQueryState>
    </AdminLayout>
  )
}

function descriptionOf({ path, description }: { path: SettingsPath; description: string }): string {
  return path === '/admin/settings/money' && site().isSolo
    ? 'For files of DATEV, which your accountant imports.'
    : description
}

const columnClass = 'grid grid-cols-[minmax(0,1fr)] gap-4'

/** What a page has beside its settings, and is not saved with them. */
function MoreOf({ path, settings }: { path: SettingsPath; settings: Settings }) {
  if (path === '/admin/settings/site') return <SiteLogoSection />
  if (path === '/admin/settings/creators') return site().isSolo ? null : <InvitationsSection />
  if (path === '/admin/settings/legal') return <LegalPagesSection />
  return path === '/admin/settings/money' && !site().isSolo ? <SaleBecomes settings={settings} /> : null
}

/** Every page with its present value under its name: beside the open one, or a page of its own on narrow screens. */
function SettingsMenu({ settings, current }: { settings: Settings; current: SettingsPath }) {
  const minimum = useMinPayoutText()
  return (
    <Card padding="none" className="overflow-clip lg:border-transparent lg:bg-transparent lg:shadow-none">
      <ul className="m-0 grid list-none p-0 lg:gap-0.5">
        {settingsPages.map(({ path, label }) => (
          <li key={path} className="border-line border-t first:border-t-0 lg:border-t-0">
            <TextLink
              unstyled
              href={path}
              aria-current={path === current ? 'page' : undefined}
              className="moves flex min-h-[62px] items-center gap-3 px-[18px] py-2.5 hover:bg-sunken lg:rounded-md lg:px-3.5 lg:aria-[current]:bg-sunken"
            >
              <span className="min-w-0 flex-1 leading-snug">
                <span className="block font-semibold">{label}</span>
                <span className="wrap-anywhere line-clamp-2 text-ink-faint text-sm lg:in-aria-[current]:text-ink-soft">
                  {presentValue(path, settings, minimum)}
                </span>
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-ink-soft lg:hidden" />
            </TextLink>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The value of a page in a few words. */
function presentValue(path: SettingsPath, settings: Settings, minimum: string): string {
  const text = (key: string) => {
    const field = settingFields.find((one) => one.key === key)
    const state = settings.find((one) => one.key === key)
    if (!field || !state) return ''
    const value = settingText(field, state.value ?? state.defaultValue)
    return field.options?.find((option) => option.value === value)?.label ?? value
  }
  const values: Record<SettingsPath, () => string> = {
    '/admin/settings/site': () => text('siteName'),
    '/admin/settings/creators': () =>
      site().isSolo ? 'Only you sell here' : `Sign-up: ${text('signUp').toLowerCase()}`,
    '/admin/settings/money': () =>
      site().isSolo ? 'No fee, no payouts' : `${text('feeBasisPoints')}% fee, payouts from ${minimum}`,
    '/admin/settings/refunds': () => text('refundPolicy'),
    '/admin/settings/email': () =>
      text('notificationAddresses').replaceAll('\n', ', ') || 'The admin’s address',
    '/admin/settings/legal': () => text('sellerName') || 'No seller yet',
  }
  return values[path]()
}
