import { toast } from '../../../../../ui/toast.ts'
import { type AddedFile, readDropped } from './added-files.ts'

/** Adds the files of what was dropped, all or none: a browser may not be allowed to read one. */
export function addDropped(
  entries: ReadonlyArray<FileSystemEntry>,
  add: (files: Array<AddedFile>) => void,
): void {
  void readDropped(entries).then(add, () =>
    toast({
      title: 'Couldn’t read these files',
      description: 'Nothing was added. Check that you can open them, then drop them again.',
      tone: 'destructive',
    }),
  )
}
