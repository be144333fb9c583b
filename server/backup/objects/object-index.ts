import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A file of the instance and its object. `bytes` is the size of the file. */
export type ListedFile = { key: string; bytes: number; object: string }

/** What a place has and what the last list says, in a temporary file, because there may be millions. */
export type ObjectIndex = Awaited<ReturnType<typeof openObjectIndex>>

export async function openObjectIndex() {
  const folder = await mkdtemp(join(tmpdir(), 'tipdrop-backup-'))
  const db = new DatabaseSync(join(folder, 'objects'))
  db.exec(`pragma journal_mode = off; pragma synchronous = off;
    create table present (name text primary key, bytes integer not null) without rowid;
    create table known (key text primary key, bytes integer not null, object text not null) without rowid;
    begin`)
  const insertPresent = db.prepare('insert or replace into present values (?, ?)')
  const selectPresent = db.prepare('select bytes from present where name = ?')
  const deletePresent = db.prepare('delete from present where name = ?')
  const insertKnown = db.prepare('insert or replace into known values (?, ?, ?)')
  const selectKnown = db.prepare('select key, bytes, object from known where key = ?')
  const selectNames = db.prepare('select name from present')
  return {
    addPresent: (name: string, bytes: number) => void insertPresent.run(name, bytes),
    removePresent: (name: string) => void deletePresent.run(name),
    /** The size of an object in bytes; undefined when the place does not have it. */
    presentBytes: (name: string) => {
      const row = selectPresent.get(name)
      return row && Number(row.bytes)
    },
    /** Every name that was added and not removed. Nothing may be added meanwhile. */
    *presentNames(): Generator<string> {
      for (const row of selectNames.iterate()) yield String(row.name)
    },
    addKnown: ({ key, bytes, object }: ListedFile) => void insertKnown.run(key, bytes, object),
    known: (key: string): ListedFile | undefined => {
      const row = selectKnown.get(key)
      return row && { key, bytes: Number(row.bytes), object: String(row.object) }
    },
    async close() {
      db.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
