import { limits } from '../../../../contract/limits.ts'

type CoverFieldProps = { hasCover: boolean; onChange: (cover: File | null) => void }

const types = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']

/** A picture for the cover, below the title. */
export function CoverField({ hasCover, onChange }: CoverFieldProps) {
  if (hasCover)
    return (
      <button
        type="button"
        onClick={() => onChange(null)}
        className="-my-3 min-h-11 font-semibold text-brand underline underline-offset-3"
      >
        Remove the cover
      </button>
    )
  return (
    <label className="-my-3 relative inline-grid min-h-11 cursor-pointer place-items-center rounded-sm font-semibold text-brand underline underline-offset-3 has-focus-visible:outline-2 has-focus-visible:outline-brand">
      Add a cover
      <input
        type="file"
        accept={types.join(',')}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          target.value = ''
          if (file && types.includes(file.type) && file.size <= limits.maxPreviewBytes) onChange(file)
        }}
      />
    </label>
  )
}
