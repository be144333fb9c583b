import type { Feature } from '../../feature.ts'
import { cleanFileStore } from './garbage-collect.ts'
import { contentRoutes } from './routes.ts'
import { deleteUnreferencedFiles } from './update-content.ts'

export const content = {
  name: 'selling/content',
  routes: contentRoutes,
  periodic: [
    { steps: [deleteUnreferencedFiles] },
    // Not while the process starts.
    { steps: [cleanFileStore], everyMs: 24 * 3_600_000, firstAfterMs: 60_000 },
  ],
} satisfies Feature
