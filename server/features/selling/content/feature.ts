import { type Feature, keptAlways } from '../../feature.ts'
import { itemsTable, partsTable, versionsTable } from './exported-tables.ts'
import { cleanFileStore } from './garbage-collect.ts'
import { makeTeaser } from './make-teaser.ts'
import { measureRecordings } from './measure-recordings.ts'
import { nameUnnamedItems } from './name-item.ts'
import { contentRoutes } from './routes.ts'
import { deleteUnreferencedFiles } from './update-content.ts'

export const content = {
  name: 'selling/content',
  routes: contentRoutes,
  jobs: { 'make-teaser': makeTeaser, 'measure-recordings': measureRecordings },
  periodic: [
    { steps: [deleteUnreferencedFiles] },
    { steps: [nameUnnamedItems], withAnyClock: true },
    // Not while the process starts.
    { steps: [cleanFileStore], everyMs: 24 * 3_600_000, firstAfterMs: 60_000 },
  ],
  retention: [
    {
      stores: ['content_items', 'content_parts', 'content_versions'],
      data: 'items, and what their creators tell buyers about changes',
      kept: 'always; the text of a deleted item as long as its file; a removed part while an earlier buyer may have it',
    },
    {
      stores: ['files', 'missing_files', 'files/'],
      data: 'files of items that are sold or can be edited',
      kept: 'until 24 hours after their last URL expired',
    },
    {
      stores: ['thumbnails/'],
      data: 'small pictures of files, for their buyers',
      kept: '2 days without a file',
    },
    {
      stores: ['previews/', 'cards/'],
      data: 'images of items; share images',
      kept: '2 days without an item; 30 days',
    },
    {
      stores: ['teaser_parts'],
      data: 'teasers',
      kept: 'as long as their item',
    },
    {
      stores: ['teasers/'],
      data: 'samples of items and their images',
      kept: '2 days without an item',
    },
    {
      stores: ['item_addresses'],
      data: 'names of items in their addresses, also former ones',
      kept: 'until the item is deleted',
    },
    keptAlways(['content_rollups'], 'sums without personal data'),
    keptAlways(['content_prices'], 'prices of items and when they began'),
  ],
  exportedTables: (db, creatorId) => [
    itemsTable(db, creatorId),
    partsTable(db, creatorId),
    versionsTable(db, creatorId),
  ],
} satisfies Feature
