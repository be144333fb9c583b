import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { messageWithoutValues } from '../db/logged-error.ts'
import { confirmDatabase, confirmFiles, runDatabaseMove, runFilesMove, runUndo } from './run-move.ts'

const usage = `npm run move -- --database URL        moves the bundled database to the PostgreSQL server of URL
npm run move -- --database embedded   moves the database of DATABASE_URL to DATA_DIR
npm run move -- --files s3            moves the files of DATA_DIR to the object store of the S3_ settings
npm run move -- --files disk          moves the files of the object store to DATA_DIR
… --confirm                           deletes what was moved from its old place
npm run move -- --undo                uses the old database again`

/** Moves the database or the files. Exits with 1 and a sentence when it fails. */
async function main(args: Array<string>): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      database: { type: 'string' },
      files: { type: 'string' },
      confirm: { type: 'boolean' },
      undo: { type: 'boolean' },
    },
  })
  const { database, files } = values
  const config = readConfig()
  if (values.undo) return runUndo(config)
  const isDatabase = database === undefined || database === 'embedded' || /^postgres(ql)?:\/\//.test(database)
  const isFiles = files === undefined || files === 's3' || files === 'disk'
  if (!isDatabase || !isFiles || (database === undefined && files === undefined)) throw new Error(usage)
  if (files === 's3' || files === 'disk') {
    const code = await (values.confirm ? confirmFiles : runFilesMove)(config, files)
    if (code !== 0) return code
  }
  if (database !== undefined) return (values.confirm ? confirmDatabase : runDatabaseMove)(config, database)
  return 0
}

main(process.argv.slice(2)).then(
  (code) => process.exit(code),
  (error: unknown) => {
    console.error(messageWithoutValues(error))
    process.exit(1)
  },
)
