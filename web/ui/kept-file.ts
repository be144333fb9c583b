const database = 'tipdrop'
const store = 'kept'

/** What a file is kept for: picked before sign-in, on its way when the page was closed, or its preview picture. */
export type KeptAs = 'upload-file' | 'upload-sending' | 'upload-preview'

/** How long a visitor waits for the copy before we go on without it. Milliseconds. */
const patience = 8_000

/** Keeps a picked file in this browser. False when the browser would not (private window, no room, too slow). */
export async function keepFile(file: File, key: KeptAs = 'upload-file'): Promise<boolean> {
  const kept = transact('readwrite', (files) => files.put(file, key)).then(
    () => true,
    () => false,
  )
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), patience))
  return Promise.race([kept, late])
}

/** The kept file, once: it is forgotten as it is handed out. Undefined when there is none. */
export async function takeFile(key: KeptAs = 'upload-file'): Promise<File | undefined> {
  const found = await seeFile(key)
  await forgetFile(key)
  return found
}

/** The kept file, which stays. */
export async function seeFile(key: KeptAs): Promise<File | undefined> {
  const found: unknown = await transact('readonly', (files) => files.get(key)).catch(() => undefined)
  return found instanceof File ? found : undefined
}

export async function forgetFile(key: KeptAs): Promise<void> {
  await transact('readwrite', (files) => files.delete(key)).catch(() => undefined)
}

async function transact<T>(
  mode: IDBTransactionMode,
  ask: (files: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  const db = await settled(open())
  try {
    const transaction = db.transaction(store, mode)
    const request = ask(transaction.objectStore(store))
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

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
