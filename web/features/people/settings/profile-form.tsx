import * as z from 'zod/mini'
import { ProfileInput, type User, updateProfile } from '../../../../contract/accounts.ts'
import { limits } from '../../../../contract/limits.ts'
import {
  type Account,
  ContentDefaultsInput,
  removePhoto,
  setPhoto,
  updateContentDefaults,
} from '../../../../contract/settings.ts'
import { request } from '../../../api/client.ts'
import { useApiMutation } from '../../../api/query.ts'
import { uploadFormData } from '../../../api/upload-form-data.ts'
import { QueryState } from '../../../shared/query-state.tsx'
import { SaveBarForm } from '../../../shared/save-bar-form.tsx'
import { useImageUpload } from '../../../shared/use-image-upload.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Section } from '../../../ui/card.tsx'
import { Checkbox } from '../../../ui/checkbox.tsx'
import { Field } from '../../../ui/field.tsx'
import { ImagePicker } from '../../../ui/image-picker.tsx'
import { Input, Textarea } from '../../../ui/input.tsx'
import { SkeletonBlocks } from '../../../ui/skeleton.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { toast } from '../../../ui/toast.ts'
import { useAccount } from './use-account.ts'

/** An unchecked box is not in the form's values. */
const Checked = z.pipe(
  z.optional(z.string()),
  z.transform((value) => value === 'true'),
)

const profileSchema = z.object({
  ...ProfileInput.shape,
  ...ContentDefaultsInput.shape,
  showSupporters: Checked,
  showTicketNumbers: Checked,
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
  showTicketNumbers: 'numbers on tickets',
}

export function ProfileForm({ viewer }: { viewer: User }) {
  const account = useAccount()
  return (
    <QueryState
      query={account}
      subject="Your profile"
      skeleton={<SkeletonBlocks label="Loading your profile" sizes={['h-11', 'h-11', 'h-11']} />}
    >
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
      <Section
        id="tickets"
        title="Tickets"
        description="A buyer gets a ticket for each item, and can share it as an image."
      >
        <Checkbox name="showTicketNumbers" value="true" defaultChecked={account.showTicketNumbers}>
          Say which number they are: “You’re number 17”
        </Checkbox>
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
      const areDefaultsChanged =
        newDefaults.suggestedAmounts !== account.suggestedAmounts ||
        newDefaults.showSupporters !== account.showSupporters ||
        newDefaults.showTicketNumbers !== account.showTicketNumbers ||
        newDefaults.thankYouNote !== account.thankYouNote
      if (areDefaultsChanged) await defaults.mutateAsync({ body: newDefaults })
      await Promise.all([refreshUser(), refetch()])
      toast({ title: 'Profile saved', tone: 'success' })
    },
  }
}

function DefaultsFields({ account }: { account: Account }) {
  return (
    <div className="grid max-w-[460px] gap-5">
      <Field
        label="Thank-you note"
        name="thankYouNote"
        isOptional
        hint="Buyers see it when they unlock your item."
      >
        <Textarea
          rows={3}
          maxLength={limits.maxThankYouNoteLength}
          defaultValue={account.thankYouNote}
          placeholder="Thank you! I hope it makes your day."
        />
      </Field>
      <Field
        label="Suggested amounts"
        name="suggestedAmounts"
        isOptional
        hint="Three quick amounts for pay-what-you-want items. Leave blank to use our defaults."
      >
        <Input
          inputMode="decimal"
          autoComplete="off"
          defaultValue={account.suggestedAmounts}
          placeholder="3, 5, 10"
        />
      </Field>
      <Checkbox name="showSupporters" value="true" defaultChecked={account.showSupporters}>
        Show supporters’ names and messages on the tip page
      </Checkbox>
    </div>
  )
}

type PhotoPickerProps = { photo: string | null; name: string; onChange: (account: Account) => void }

function PhotoPicker({ photo, name, onChange }: PhotoPickerProps) {
  const imageState = useImageUpload({
    label: 'Photo',
    upload: (form) => uploadFormData(setPhoto, form),
    remove: () => request(removePhoto),
    onChange,
  })
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={name} photo={photo} size="lg" />
      <div className="grid gap-1.5">
        <ImagePicker
          label="Photo"
          hint="JPEG, PNG, WebP, GIF or AVIF, up to 10 MB."
          hasImage={photo !== null}
          state={imageState}
        />
      </div>
    </div>
  )
}

function ProfileFields({ viewer, account }: { viewer: User; account: Account }) {
  return (
    <>
      <Field label="Display name" name="firstName" hint="Buyers see this name instead of your email address.">
        <Input
          autoComplete="nickname"
          maxLength={limits.maxDisplayNameLength}
          defaultValue={viewer.firstName ?? ''}
        />
      </Field>
      <Field label="Handle" name="handle" isOptional hint={<HandleHint handle={account.handle} />}>
        <Input
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={limits.handleLength.max + 1}
          defaultValue={account.handle ? `@${account.handle}` : ''}
          placeholder="@mara"
        />
      </Field>
      <Field label="Bio" name="bio" isOptional hint="A few sentences about you, shown on your page.">
        <Textarea maxLength={limits.maxBioLength} defaultValue={account.bio} />
      </Field>
      <Field
        label="Links"
        name="links"
        isOptional
        hint={`Up to ${limits.maxProfileLinks} links to your other pages, one per line.`}
      >
        <Textarea
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://"
          defaultValue={account.links.join('\n')}
        />
      </Field>
    </>
  )
}

function HandleHint({ handle }: { handle: string | null }) {
  return (
    <>
      The address of your page, such as @mara. Old links keep working when you change it.
      {handle && (
        <>
          {' '}
          <TextLink href={`/@${handle}`}>See your page</TextLink>
        </>
      )}
    </>
  )
}
