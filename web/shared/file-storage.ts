import { createStore, del, get, set, type UseStore } from 'idb-keyval'

const store = createStore('tipdrop', 'files')
/** Returns a rejected promise where the library throws, because the browser blocks site data. */
const files: UseStore = async (mode, callback) => store(mode, callback)

/** The file selected before sign-in, the file of an interrupted upload, or the preview image of that upload. */
export type StoredFileKey = 'upload-file' | 'upload-sending' | 'upload-preview'

/** How long the page waits for the file to be stored before it continues without it. */
const timeoutMs = 8_000
/** The maximum size of a file that is stored as bytes, where the browser cannot store a File. */
const maxCopiedBytes = 50 * 1024 ** 2

/**
 * Stores a selected file in this browser. False when the browser refuses: site data is blocked, the quota is used up,
 * or it takes too long.
 */
export async function storeFile(file: File, key: StoredFileKey = 'upload-file'): Promise<boolean> {
  const stored = set(key, file, files)
    .catch(() => storeCopy(file, key))
    .then(
      () => true,
      () => false,
    )
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), timeoutMs))
  return Promise.race([stored, timeout])
}

/** A file as plain bytes. WebKit's private windows store these, but no File. */
type FileCopy = { bytes: ArrayBuffer; name: string; type: string; lastModified: number }

async function storeCopy(file: File, key: StoredFileKey): Promise<void> {
  if (file.size > maxCopiedBytes) throw new Error('The file is too large to be copied')
  const { name, type, lastModified } = file
  const copy: FileCopy = { bytes: await file.arrayBuffer(), name, type, lastModified }
  return set(key, copy, files)
}

function toFile(stored: unknown): File | undefined {
  if (stored instanceof File) return stored
  const { bytes, name, type, lastModified } = Object(stored)
  return bytes instanceof ArrayBuffer ? new File([bytes], name, { type, lastModified }) : undefined
}

/** Returns the stored file and deletes it. Undefined when there is none. */
export async function takeStoredFile(key: StoredFileKey = 'upload-file'): Promise<File | undefined> {
  const stored = await getStoredFile(key)
  await deleteStoredFile(key)
  return stored
}

export async function getStoredFile(key: StoredFileKey): Promise<File | undefined> {
  return toFile(await get<unknown>(key, files).catch(() => undefined))
}

export async function deleteStoredFile(key: StoredFileKey): Promise<void> {
  await del(key, files).catch(() => undefined)
}

/** The files after the first of several that become parts of one item. */
const moreFilesKey = 'upload-more-files'

/** Stores them, or removes older ones. The upload form asks for what the browser did not keep. */
export async function storeMoreFiles(selected: ReadonlyArray<File>): Promise<void> {
  const stored = selected.length === 0 ? del(moreFilesKey, files) : set(moreFilesKey, selected, files)
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, timeoutMs))
  await Promise.race([stored.catch(() => undefined), timeout])
}

export async function takeMoreFiles(): Promise<Array<File>> {
  const stored = await get<unknown>(moreFilesKey, files).catch(() => undefined)
  await del(moreFilesKey, files).catch(() => undefined)
  return Array.isArray(stored) ? stored.filter((file) => file instanceof File) : []
}
