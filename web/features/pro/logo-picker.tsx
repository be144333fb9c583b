import { type Branding, removeLogo, setLogo } from '../../../contract/pro.ts'
import { call } from '../../api/client.ts'
import { upload } from '../../api/upload.ts'
import { useOwnPicture } from '../../api/use-own-picture.ts'
import { PicturePicker } from '../../ui/picture-picker.tsx'

type LogoPickerProps = { logo: string | null; onChange: () => void }

export function LogoPicker({ logo, onChange }: LogoPickerProps) {
  const acts = useOwnPicture<Branding>({
    label: 'Logo',
    put: (form) => upload(setLogo, form),
    remove: () => call(removeLogo),
    onChange,
  })
  return (
    <div className="grid gap-2">
      <p className="font-semibold">Logo</p>
      {logo && (
        <img src={logo} alt="Your logo" className="h-10 w-auto max-w-[240px] object-contain object-left" />
      )}
      <PicturePicker
        label="Logo"
        hint="A wide picture on a clear background is best: PNG, WebP, JPEG, GIF or AVIF, at most 10 MB."
        isThere={logo !== null}
        acts={acts}
      />
    </div>
  )
}
