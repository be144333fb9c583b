import * as z from 'zod/mini'
import { ProfileInput, type User, updateProfile } from '../../../contract/accounts.ts'
import { type Account, ContentDefaultsInput, updateContentDefaults } from '../../../contract/settings.ts'
import { useApiMutation } from '../../api/query-hooks.ts'
import { SaveBarForm } from '../../shared/save-bar-form.tsx'
import { Section } from '../../ui/section.tsx'
import { toast } from '../../ui/toast.ts'
import { DefaultsFields } from './defaults-fields.tsx'
import { PhotoPicker } from './photo-picker.tsx'
import { ProfileFields } from './profile-fields.tsx'
import { QueryState } from './query-state.tsx'
import { useAccount } from './use-account.ts'

const profileSchema = z.object({
  ...ProfileInput.shape,
  ...ContentDefaultsInput.shape,
  // An unchecked box is not in the form's values.
  showSupporters: z.pipe(
    z.optional(z.string()),
    z.transform((value) => value === 'true'),
  ),
})
type ProfileValues = z.output<typeof profileSchema>

const changeNames = {
  firstName: 'name',
  handle: 'handle',
  bio: 'bio',
  links: 'links',
  thankYouNote: 'thank-you note',
  suggestedAmounts: 'suggested amounts',
  showSupporters: 'supporter list',
}

/** How a creator appears, and the defaults of new items, in one form. */
export function ProfileForm({ viewer }: { viewer: User }) {
  const account = useAccount()
  return (
    <QueryState query={account} label="Loading your profile" rows={3}>
      {(data) => <LoadedProfileForm viewer={viewer} account={data} />}
    </QueryState>
  )
}

function LoadedProfileForm({ viewer, account }: { viewer: User; account: Account }) {
  const { save, error, isSaving } = useSaveProfile(viewer, account)
  const { setAccount } = useAccount()
  return (
    <SaveBarForm
      schema={profileSchema}
      changeNames={changeNames}
      onSave={save}
      error={error}
      isSaving={isSaving}
    >
      <Section
        id="profile"
        title="Public profile"
        description="How you appear to buyers on tip pages and receipts."
      >
        <div className="grid max-w-[460px] gap-6">
          <PhotoPicker
            photo={account.photoUrl}
            name={viewer.firstName ?? viewer.email}
            onChange={setAccount}
          />
          <ProfileFields viewer={viewer} account={account} />
        </div>
      </Section>
      <Section
        id="defaults"
        title="New items"
        description="Defaults for new items. You can change them on each item."
      >
        <DefaultsFields account={account} />
      </Section>
    </SaveBarForm>
  )
}

/** Saves the name and handle, then the defaults, each only if it changed. */
function useSaveProfile(viewer: User, account: Account) {
  const { setAccount, refreshUser, refetch } = useAccount()
  const profile = useApiMutation(updateProfile)
  const defaults = useApiMutation(updateContentDefaults, { onSuccess: setAccount })
  return {
    error: profile.error ?? defaults.error,
    isSaving: profile.isPending || defaults.isPending,
    async save({ firstName, handle = '', bio = '', links = '', ...newDefaults }: ProfileValues) {
      const isProfileChanged =
        firstName !== viewer.firstName ||
        handle !== (account.handle ?? '') ||
        bio !== account.bio ||
        links.trim() !== account.links.join('\n')
      if (isProfileChanged) await profile.mutateAsync({ body: { firstName, handle, bio, links } })
      if (hasNewDefaults(newDefaults, account)) await defaults.mutateAsync({ body: newDefaults })
      await Promise.all([refreshUser(), refetch()])
      toast({ title: 'Profile saved', tone: 'success' })
    },
  }
}

function hasNewDefaults(
  values: Omit<ProfileValues, 'firstName' | 'handle' | 'bio' | 'links'>,
  account: Account,
): boolean {
  const { suggestedAmounts, showSupporters, thankYouNote } = account
  return (
    values.suggestedAmounts !== suggestedAmounts ||
    values.showSupporters !== showSupporters ||
    values.thankYouNote !== thankYouNote
  )
}
