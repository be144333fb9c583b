import { extensionOf, isInlineSafe, mimeTypeOf } from '../../../../domain/file-type.ts'

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
  const other = fileNames.find((name) => !isInlineSafe(mimeTypeOf(name)))
  if (access === 'download' || other === undefined) return accessHints[access]
  const extension = extensionOf(other)
  const files = extension === '' ? 'files without an ending' : `.${extension} files`
  const verb = access === 'stream' || recordings.test(extension) ? 'play' : 'show'
  return `Browsers can’t ${verb} ${files}. Buyers will download it.`
}
