const database = 'tipdrop'
const store = 'kept'

/** What a file is kept for: picked before sign-in, on its way when the page was closed, or its preview picture. */
export type StoredFileKey = 'upload-file' | 'upload-sending' | 'upload-preview'

/** How long a visitor waits for the copy before we go on without it. */
const timeoutMs = 8_000
/** A file up to this size is read whole where a browser stores no files. */
const maxCopiedBytes = 50 * 1024 ** 2

/** Keeps a picked file in this browser. False when the browser refuses: site data is blocked, no room, too slow. */
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

/** A file as plain bytes. A private window of WebKit stores these, but no File. */
type Copy = { bytes: ArrayBuffer; name: string; type: string; lastModified: number }

async function putCopy(file: File, key: StoredFileKey): Promise<unknown> {
  if (file.size > maxCopiedBytes) throw new Error('Too large to be read whole')
  const { name, type, lastModified } = file
  return put({ bytes: await file.arrayBuffer(), name, type, lastModified }, key)
}

function fileOf(found: unknown): File | undefined {
  if (found instanceof File) return found
  const { bytes, name, type, lastModified } = Object(found)
  return bytes instanceof ArrayBuffer ? new File([bytes], name, { type, lastModified }) : undefined
}

/** The kept file, once: it is forgotten as it is handed out. Undefined when there is none. */
export async function takeStoredFile(key: StoredFileKey = 'upload-file'): Promise<File | undefined> {
  const found = await getStoredFile(key)
  await deleteStoredFile(key)
  return found
}

/** The kept file, which stays. */
export async function getStoredFile(key: StoredFileKey): Promise<File | undefined> {
  const found: unknown = await withObjectStore('readonly', (files) => files.get(key)).catch(() => undefined)
  return fileOf(found)
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
      transaction.onabort = () => reject(transaction.error ?? new Error('Not kept'))
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
