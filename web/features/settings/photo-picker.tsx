import { type Account, removePhoto, setPhoto } from '../../../contract/settings.ts'
import { request } from '../../api/client.ts'
import { uploadFormData } from '../../api/upload-form-data.ts'
import { useImageUpload } from '../../shared/use-image-upload.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { ImagePicker } from '../../ui/image-picker.tsx'

type PhotoPickerProps = { photo: string | null; name: string; onChange: (account: Account) => void }

export function PhotoPicker({ photo, name, onChange }: PhotoPickerProps) {
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
