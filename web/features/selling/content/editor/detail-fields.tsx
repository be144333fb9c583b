import { getInstance } from '../../../../../contract/instance.ts'
import { limits } from '../../../../../contract/limits.ts'
import { extensionOf, isInlineSafe, isRecording, mimeTypeOf } from '../../../../../domain/file-type.ts'
import { kinds } from '../../../../../domain/part-kinds.ts'
import { useApiQuery, useCurrentUser } from '../../../../api/query.ts'
import { accessTypeLabels } from '../../../../shared/content-format.ts'
import { Field } from '../../../../ui/field.tsx'
import { Input, Textarea } from '../../../../ui/input.tsx'
import { Select } from '../../../../ui/select.tsx'
import { contentKindOf, type FormValues } from './form-values.ts'

export function TitleField({ initialValues }: { initialValues: FormValues }) {
  return (
    <Field label="Title" name="title">
      <Input
        maxLength={limits.maxTitleLength}
        autoComplete="off"
        placeholder="What buyers see first"
        defaultValue={initialValues.title}
      />
    </Field>
  )
}

/** Only kinds that hold a file have a choice. */
const fileAccessTypes = kinds.file.access
type DetailFieldsProps = {
  initialValues: FormValues
  values: FormValues
  /** The name of the current or the newly selected file. */
  fileName?: string | undefined
  /** The names of all files of a form for several. */
  fileNames?: ReadonlyArray<string>
}

export function DetailFields({
  initialValues,
  values,
  fileName,
  fileNames = fileName === undefined ? [] : [fileName],
}: DetailFieldsProps) {
  const categories = useCategoryOptions(initialValues.category)
  const access = fileAccessTypes.find((type) => type === values.accessType) ?? 'download'
  return (
    <>
      <Field label="Description" name="description" isOptional>
        <Textarea
          maxLength={limits.maxDescriptionLength}
          placeholder="What’s inside, and who is it for?"
          defaultValue={initialValues.description}
        />
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Category" name="category">
          <Select key={initialValues.category} options={categories} defaultValue={initialValues.category} />
        </Field>
        <Field
          label="Buyers get it as"
          name="accessType"
          hint={accessHint(access, fileNames)}
          hidden={kinds[contentKindOf(values)].access.length === 1}
        >
          <Select
            key={initialValues.accessType}
            options={fileAccessTypes.map((value) => ({ value, label: accessTypeLabels[value] }))}
            defaultValue={initialValues.accessType}
          />
        </Field>
      </div>
    </>
  )
}

const accessHints = {
  download: 'Buyers download the file.',
  view: 'Buyers view it in their browser.',
  stream: 'Buyers play it in their browser.',
}

/** Recordings that no common browser plays. */
const recordings =
  /^(aif[cf]?|amr|ape|asf|avi|divx|f4v|flv|m2ts|mid|midi|mk[av]|mpe?g|mts|ra|rm|ts|vob|wma|wmv)$/

/** What buyers do with files of this access type. Says it when their browser can't do that with one of them. */
export function accessHint(access: keyof typeof accessHints, fileNames: ReadonlyArray<string>): string {
  const types = fileNames.map(mimeTypeOf)
  const isAlbum = types.filter((type) => isRecording(type) && isInlineSafe(type)).length > 1
  if (access === 'download' && isAlbum)
    return 'Buyers download the files. With Play and download they can also play them, one after another.'
  const other = fileNames.find((name) => !isInlineSafe(mimeTypeOf(name)))
  if (access === 'download' || other === undefined) return accessHints[access]
  const extension = extensionOf(other)
  const files = extension === '' ? 'files without an ending' : `.${extension} files`
  const verb = access === 'stream' || recordings.test(extension) ? 'play' : 'show'
  return `Browsers can’t ${verb} ${files}. Buyers will download it.`
}

/** The offered categories and that of the item; those for Pro need Pro, unless the item is in one already. */
function useCategoryOptions(current: string | undefined) {
  const isPro = useCurrentUser().data?.plan === 'pro'
  const categories = useApiQuery(getInstance).data?.categories ?? []
  return categories
    .filter(({ id, isOffered }) => isOffered || id === current)
    .map(({ id, label, isPro: isForPro }) => {
      const isProOnly = isForPro && !isPro && id !== current
      return { value: id, label: isProOnly ? `${label} (Pro)` : label, disabled: isProOnly }
    })
}
