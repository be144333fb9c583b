import { type Feature, keptAlways } from '../../feature.ts'
import { checkDocumentsNightly } from './check.ts'
import { documentFolder } from './files.ts'

export const documents = {
  name: 'money/documents',
  // Due once a night.
  periodic: [{ steps: [checkDocumentsNightly], everyMs: 10 * 60_000, firstAfterMs: 60_000 }],
  retention: [
    keptAlways(
      ['documents', 'document_contents', 'document_files', documentFolder],
      'documents as they were issued; triggers reject changes',
    ),
    keptAlways(['document_checks'], 'what the last nightly check of documents found'),
  ],
} satisfies Feature
