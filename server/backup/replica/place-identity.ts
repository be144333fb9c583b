import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { z } from 'zod'
import { writeFileAtomically } from '../../adapters/atomic-write.ts'
import type { ReplicaPlace } from './replica-place.ts'

const marker = 'replica.json'

const Identity = z.object({
  format: z.literal('tipdrop-replica'),
  id: z.uuid(),
  /** Of the database that is copied. Another one in the same folder begins anew. */
  systemIdentifier: z.optional(z.string()),
})
type Identity = z.infer<typeof Identity>

/** Whether a place has a replica. */
export async function isReplica(place: ReplicaPlace): Promise<boolean> {
  return (await readMarker(place)) !== undefined
}

/** Whose replica a place has. Writes nothing. */
export async function ownerOf(place: ReplicaPlace, dataDir: string): Promise<'nobody' | 'us' | 'another'> {
  const placed = await readMarker(place)
  if (!placed) return 'nobody'
  return placed.id === (await readOwn(dataDir))?.id ? 'us' : 'another'
}

async function readOwn(dataDir: string): Promise<Identity | undefined> {
  return readFile(join(dataDir, marker), 'utf8').then(
    (text) => Identity.safeParse(JSON.parse(text)).data,
    () => undefined,
  )
}

/** A restored database is another one than that of the place, also where it is in the same folder. */
export async function forgetPlace(dataDir: string): Promise<void> {
  await rm(join(dataDir, marker), { force: true })
}

/** What to tell the operator of a place that has another's replica. */
export function anothersReplica(place: ReplicaPlace): string {
  return `${place.name} has the replica of another instance, or of this one before it was restored. Set REPLICATE_TO to an empty folder or prefix.`
}

/** What to tell the operator of a database that lacks what its place has. */
export function laterReplica(place: ReplicaPlace): string {
  return `${place.name} has changes that the database lacks: its disk was set back to an earlier state. Restore ${place.name} to have them, or set REPLICATE_TO to an empty folder or prefix.`
}

/**
 * Makes the place ours. A place belongs to one data folder: what two of them, or one before and one after a restore, write
 * would not fit together. Returns whether its replica begins now. Throws Error with a message for the operator when the
 * place is another's.
 */
export async function claimPlace(
  place: ReplicaPlace,
  { dataDir, systemIdentifier }: { dataDir: string; systemIdentifier: string },
): Promise<'new' | 'known'> {
  const placed = await readMarker(place)
  if (placed) {
    const isOurs = placed.id === (await readOwn(dataDir))?.id
    if (isOurs && placed.systemIdentifier === systemIdentifier) return 'known'
    throw new Error(anothersReplica(place))
  }
  const identity: Identity = { format: 'tipdrop-replica', id: randomUUID(), systemIdentifier }
  const text = JSON.stringify(identity)
  await forgetPlace(dataDir)
  await writeFileAtomically(join(dataDir, marker), text)
  await place.put(marker, Buffer.from(text))
  // Of two that claim it at once, the last one has it.
  if ((await readMarker(place))?.id !== identity.id) throw new Error(anothersReplica(place))
  return 'new'
}

async function readMarker(place: ReplicaPlace): Promise<Identity | undefined> {
  const bytes = await place.open(marker)
  return bytes && Identity.parse(JSON.parse((await buffer(bytes)).toString()))
}
