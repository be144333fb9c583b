import { maxPondSeed } from '../../domain/pond.ts'

/** How the drawn cover of a new item looks: chosen before the item has an id, so that its form shows what fans will see. */
export function randomPondSeed(): number {
  return Math.floor(Math.random() * (maxPondSeed + 1))
}
