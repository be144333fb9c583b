import { type Account, removePhoto, setPhoto } from '../../../contract/account-settings.ts'
import { call } from '../../api/client.ts'
import { upload } from '../../api/upload.ts'
import { useOwnPicture } from '../../api/use-own-picture.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { PicturePicker } from '../../ui/picture-picker.tsx'

type PhotoPickerProps = { photo: string | null; name: string; onChange: (account: Account) => void }

export function PhotoPicker({ photo, name, onChange }: PhotoPickerProps) {
  const acts = useOwnPicture({
    label: 'Photo',
    put: (form) => upload(setPhoto, form),
    remove: () => call(removePhoto),
    onChange,
  })
  return (
    <div className="flex flex-wrap items-center gap-4">
      <Avatar name={name} photo={photo} className="size-[72px] text-2xl" />
      <div className="grid gap-1.5">
        <PicturePicker
          label="Photo"
          hint="JPEG, PNG, WebP, GIF or AVIF, at most 10 MB."
          isThere={photo !== null}
          acts={acts}
        />
      </div>
    </div>
  )
}
