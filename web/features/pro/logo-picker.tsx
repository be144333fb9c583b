import { type Branding, removeLogo, setLogo } from '../../../contract/pro.ts'
import { request } from '../../api/client.ts'
import { uploadFormData } from '../../api/upload-form-data.ts'
import { useImageUpload } from '../../shared/use-image-upload.ts'
import { ImagePicker } from '../../ui/image-picker.tsx'

type LogoPickerProps = { logo: string | null; onChange: () => void }

export function LogoPicker({ logo, onChange }: LogoPickerProps) {
  const imageState = useImageUpload<Branding>({
    label: 'Logo',
    upload: (form) => uploadFormData(setLogo, form),
    remove: () => request(removeLogo),
    onChange,
  })
  return (
    <div className="grid gap-2">
      <p className="font-semibold">Logo</p>
      {logo && (
        <img src={logo} alt="Your logo" className="h-10 w-auto max-w-[240px] object-contain object-left" />
      )}
      <ImagePicker
        label="Logo"
        hint="A wide image on a transparent background works best. PNG, WebP, JPEG, GIF or AVIF, up to 10 MB."
        hasImage={logo !== null}
        state={imageState}
      />
    </div>
  )
}
