import { useEffect, useRef, useState } from 'react'
import { limits } from '../../../../../../contract/limits.ts'
import { getStorage, getUpload } from '../../../../../../contract/uploads.ts'
import { request } from '../../../../../api/client.ts'
import { cancelUploads } from '../../../../../api/lazy-upload.ts'
import { useApiQuery } from '../../../../../api/query.ts'
import { toast } from '../../../../../ui/toast.ts'
import type { QueuedFile } from '../../upload-queue.ts'
import { toWaiting, useUploadQueue } from '../../use-upload-queue.ts'
import {
  type AddedFile,
  sameFile,
  sortAddedFiles,
  tooLargeSentence,
  toPart,
  unfinishedPart,
} from './added-files.ts'
import {
  addParts,
  changePart,
  isPart,
  type PartEntry,
  type PartList,
  partsOf,
  withFreeName,
} from './entries.ts'
import type { CompletedUploads, TypedPart } from './part-inputs.ts'

/** A list with the uploads that have to be started for it. */
export type ListWithRows = { list: PartList; rows: ReadonlyArray<QueuedFile> }

export type PartListState = ReturnType<typeof usePartList>

/** The parts of a form, with the uploads of their files. Without a list the form has the fields of one part. */
export function usePartList(initial: PartList | undefined, maxBytes: number, onSignedOut: () => void) {
  const [list, setList] = useState(initial)
  const [problems, setProblems] = useState<Array<string>>([])
  const [duplicates, setDuplicates] = useState<Array<AddedFile>>([])
  const { data: storage } = useApiQuery(getStorage)
  const order = list?.flatMap((entry) => (isPart(entry) ? (entry.queueKey ?? []) : [])) ?? []
  const queue = useUploadQueue<QueuedFile>({ order, onSignedOut })
  const resumedKeys = useRef(new Set<string>())
  /** The files of removed parts, for Undo. */
  const removedFiles = useRef(new Map<string, File>())
  const nextKey = useKeys()

  const update = (change: (list: PartList) => PartList) => setList((now) => change(now ?? []))
  const rowOf = ({ queueKey }: PartEntry) => queue.rows.find(({ key }) => key === queueKey)

  // Asks the server for the state of what an earlier visit uploaded.
  useEffect(() => {
    const known = initial?.filter(isPart).filter(({ unfinished, uploadId }) => unfinished ?? uploadId) ?? []
    for (const part of known)
      void findUpload(part).then(
        (change) => change && setList((now) => now && changePart(now, part.key, change)),
      )
  }, [initial])

  function toRow(file: File, earlier: Pick<QueuedFile, 'uploadId' | 'loaded'> = { loaded: 0 }): QueuedFile {
    const { name, size, lastModified } = file
    const key = nextKey()
    if (earlier.uploadId) resumedKeys.current.add(key)
    return { ...earlier, key, file, name, size, lastModified, state: 'waiting' }
  }

  const enqueue = (rows: ReadonlyArray<QueuedFile>) => queue.setRows((now) => [...now, ...rows])

  /** Adds files, or continues the uploads of those that an earlier visit did not finish. `base`: what they are added to. */
  function add(files: ReadonlyArray<AddedFile>, base: ListWithRows = { list: list ?? [], rows: [] }) {
    const isContinued = ({ file }: AddedFile) => unfinishedPart(base.list, file) !== undefined
    const sorted = sortAddedFiles(
      base.list,
      files.filter((added) => !isContinued(added)),
      { maxBytes, availableBytes: storage && storage.remainingBytes - unreservedBytes(base.rows) },
    )
    const [problem] = sorted.problems
    const isNothingAdded = sorted.accepted.length + sorted.duplicates.length === 0
    if (!list && isNothingAdded)
      return problem && toast({ title: 'Nothing was added', description: problem, tone: 'destructive' })
    let next = base
    for (const { file } of files.filter(isContinued)) next = withContinued(next, file)
    for (const added of sorted.accepted) next = withFile(next, added)
    setList(next.list)
    enqueue(next.rows)
    setProblems(sorted.problems)
    setDuplicates((now) => [...now, ...sorted.duplicates])
  }

  function withFile(to: ListWithRows, { file, section }: AddedFile): ListWithRows {
    const row = toRow(file)
    const heading = section === '' ? undefined : newSection(section)
    return { list: addParts(to.list, [toPart(file, row.key)], heading), rows: [...to.rows, row] }
  }

  function withContinued(to: ListWithRows, file: File): ListWithRows {
    const part = unfinishedPart(to.list, file)
    if (!part) return to
    const row = toRow(file, part.unfinished)
    const change = { unfinished: undefined, queueKey: row.key }
    return { list: changePart(to.list, part.key, change), rows: [...to.rows, row] }
  }

  const newSection = (name: string) => ({ type: 'section' as const, key: nextKey(), name })

  /** Bytes of files in the queue that the storage of the server's answer does not include. */
  function unreservedBytes(others: ReadonlyArray<QueuedFile>): number {
    const rows = [...queue.rows, ...others].filter(({ key }) => !resumedKeys.current.has(key))
    return rows.reduce((sum, { size }) => sum + size, 0)
  }

  function addTyped(typed: TypedPart, base: ListWithRows = { list: list ?? [], rows: [] }) {
    if (partsOf(base.list).length >= limits.maxParts)
      return setProblems([`You already have ${limits.maxParts} parts.`])
    setList([...base.list, { type: 'part' as const, key: nextKey(), ...typed }])
    enqueue(base.rows)
  }

  /** Puts a file in the place of a part's own. Name, place and section stay. */
  function replace(part: PartEntry, file: File) {
    if (file.size === 0) return setProblems([`“${file.name}” is empty. Choose another file.`])
    if (file.size > maxBytes) return setProblems([tooLargeSentence(file, maxBytes)])
    setProblems([])
    if (unfinishedPart([part], file)) {
      const next = withContinued({ list: list ?? [], rows: [] }, file)
      setList(next.list)
      return enqueue(next.rows)
    }
    discardUpload(part)
    const { id, queueKey, uploadId, unfinished, replacedBytes } = part
    const isStored = id !== undefined && !queueKey && !uploadId && !unfinished
    const row = toRow(file)
    enqueue([row])
    const change = {
      file: { name: file.name, size: file.size },
      queueKey: row.key,
      uploadId: undefined,
      unfinished: undefined,
      isLost: undefined,
      replacedBytes: isStored ? part.file?.size : replacedBytes,
    }
    update(toChange(part.key, change))
  }

  function discardUpload({ queueKey, uploadId, unfinished }: PartEntry) {
    queue.remove(({ key }) => key === queueKey)
    const earlier = uploadId ?? unfinished?.uploadId
    if (earlier) cancelUploads(earlier)
  }

  function answerDuplicate(added: AddedFile, answer: 'replace' | 'keep both' | 'skip') {
    setDuplicates((now) => now.filter((other) => other !== added))
    const same = sameFile(list ?? [], added)
    if (answer === 'replace' && same) return replace(same, added.file)
    if (answer === 'skip') return
    const next = withFile({ list: list ?? [], rows: [] }, added)
    setList(withFreeName(next.list, next.rows[0]?.key ?? ''))
    enqueue(next.rows)
  }

  function remove(part: PartEntry) {
    const file = rowOf(part)?.file
    if (file) removedFiles.current.set(part.key, file)
    queue.remove(({ key }) => key === part.queueKey)
    update(toChange(part.key, { isRemoved: true }))
  }

  function undoRemove(part: PartEntry) {
    const file = removedFiles.current.get(part.key)
    const row = file && toRow(file)
    if (row) enqueue([row])
    update(toChange(part.key, { isRemoved: undefined, ...(row && { queueKey: row.key }) }))
  }

  const retry = ({ key }: QueuedFile) => {
    const row = queue.rows.find((other) => other.key === key)
    if (row) queue.change(key, toWaiting(row))
  }

  /** Continues an upload that was paused or has failed. */
  const goOn = (row: QueuedFile) =>
    row.state === 'failed' ? retry(row) : queue.resume(({ key }) => key === row.key)

  /** Ends all uploads, and removes what the server has of them. */
  function discard() {
    const earlier = list
      ?.filter(isPart)
      .flatMap(({ uploadId, unfinished }) => uploadId ?? unfinished?.uploadId ?? [])
    queue.remove(() => true)
    if (earlier && earlier.length > 0) cancelUploads(...earlier)
  }

  const live = partsOf(list ?? [])
  const uploads: CompletedUploads = new Map(
    live.flatMap((part) => {
      const row = rowOf(part)
      const uploadId = row ? row.state === 'done' && row.uploadId : part.uploadId
      return uploadId ? [[part.key, uploadId] as const] : []
    }),
  )

  return {
    list,
    update,
    queue,
    rowOf,
    uploads,
    problems,
    duplicates,
    storage,
    /** A part whose upload has stopped with an error. */
    failedPart: live.find((part) => rowOf(part)?.state === 'failed'),
    nextKey,
    newSection,
    toRow,
    enqueue,
    add,
    addTyped,
    replace,
    remove,
    undoRemove,
    retry,
    goOn,
    answerDuplicate,
    dismissProblems: () => setProblems([]),
    discard,
  }
}

const toChange = (key: string, change: Partial<PartEntry>) => (list: PartList) =>
  changePart(list, key, change)

/** What the server has of a file; undefined while it does not answer. */
async function findUpload({
  unfinished,
  uploadId,
  file,
}: PartEntry): Promise<Partial<PartEntry> | undefined> {
  const id = uploadId ?? unfinished?.uploadId
  if (!id) return undefined
  const upload = await request(getUpload, { params: { uploadId: id } }).catch((error: unknown) => error)
  if (isUpload(upload)) {
    if (upload.sha256) return { unfinished: undefined, uploadId: id }
    return unfinished && { unfinished: { ...unfinished, loaded: upload.offset } }
  }
  if (Object(upload).status !== 404) return undefined
  const identity = unfinished ?? (file && { ...file, lastModified: 0 })
  return { uploadId: undefined, unfinished: identity && { ...identity, uploadId: undefined, loaded: 0 } }
}

function isUpload(answer: unknown): answer is { sha256: string | null; offset: number } {
  return typeof Object(answer).offset === 'number'
}

/** New keys that no entry of a restored list has. */
function useKeys(): () => string {
  const [prefix] = useState(() => Date.now().toString(36))
  const count = useRef(0)
  return () => {
    count.current += 1
    return `${prefix} ${count.current}`
  }
}
