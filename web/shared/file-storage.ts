const database = 'tipdrop'
const store = 'files'

/** Which file: selected before sign-in, being uploaded when the page closed, or its preview image. */
export type StoredFileKey = 'upload-file' | 'upload-sending' | 'upload-preview'

/** How long the page waits for the file to be stored before it continues without. */
const timeoutMs = 8_000
/** The maximum size of a file that is stored as bytes, where the browser cannot store a File. */
const maxCopiedBytes = 50 * 1024 ** 2

/**
 * Stores a selected file in this browser. False when the browser refuses: site data is blocked, the quota is used up,
 * or it takes too long.
 */
export async function storeFile(file: File, key: StoredFileKey = 'upload-file'): Promise<boolean> {
  const stored = put(file, key)
    .catch(() => putCopy(file, key))
    .then(
      () => true,
      () => false,
    )
  const timeout = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), timeoutMs))
  return Promise.race([stored, timeout])
}

function put(value: File | Copy, key: StoredFileKey): Promise<unknown> {
  return withObjectStore('readwrite', (files) => files.put(value, key))
}

/** A file as plain bytes. WebKit's private windows store these, but no File. */
type Copy = { bytes: ArrayBuffer; name: string; type: string; lastModified: number }

async function putCopy(file: File, key: StoredFileKey): Promise<unknown> {
  if (file.size > maxCopiedBytes) throw new Error('’The file is too large to be copied’')
  const { name, type, lastModified } = file
  return put({ bytes: await file.arrayBuffer(), name, type, lastModified }, key)
}

function fileOf(stored: unknown): File | undefined {
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

/** Returns the stored file and keeps it. */
export async function getStoredFile(key: StoredFileKey): Promise<File | undefined> {
  const stored: unknown = await withObjectStore('readonly', (files) => files.get(key)).catch(() => undefined)
  return fileOf(stored)
}

export async function deleteStoredFile(key: StoredFileKey): Promise<void> {
  await withObjectStore('readwrite', (files) => files.delete(key)).catch(() => undefined)
}

async function withObjectStore<T>(
  mode: IDBTransactionMode,
  operation: (files: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const db = await promisifyRequest(open())
  try {
    const transaction = db.transaction(store, mode)
    const request = operation(transaction.objectStore(store))
    await new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve()
      transaction.onabort = () => reject(transaction.error ?? new Error('’The file could not be stored’'))
    })
    return request.result
  } finally {
    db.close()
  }
}

function open(): IDBOpenDBRequest {
  const request = indexedDB.open(database, 1)
  request.onupgradeneeded = () => request.result.createObjectStore(store)
  return request
}

function promisifyRequest<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
