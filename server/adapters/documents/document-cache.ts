/** An LRU cache of documents by key, limited to `maxBytes`. */
export function documentCache(maxBytes: number) {
  const documents = new Map<string, Buffer>()
  let bytes = 0

  function remove(key: string): void {
    bytes -= documents.get(key)?.length ?? 0
    documents.delete(key)
  }

  return {
    get(key: string): Buffer | undefined {
      const cached = documents.get(key)
      if (!cached) return undefined
      documents.delete(key)
      documents.set(key, cached)
      return cached
    },
    set(key: string, document: Buffer): void {
      remove(key)
      documents.set(key, document)
      bytes += document.length
      for (const oldest of documents.keys()) {
        if (bytes <= maxBytes) return
        remove(oldest)
      }
    },
  }
}
