import { moveDatabase } from '../../server/backup/move-database.ts'
import { sourceFolders } from '../../server/db/migration-folders.ts'

/**
 * A process that moves a database and kills itself when its progress begins with a text:
 * `node move-until.ts '{"source":…,"target":…,"targetName":…,"until":…}'`.
 */
const { until, ...connections } = JSON.parse(process.argv[2] ?? '')

await moveDatabase({
  ...connections,
  folders: sourceFolders,
  onProgress: (text) => {
    if (text.startsWith(until)) process.kill(process.pid, 'SIGKILL')
  },
})
