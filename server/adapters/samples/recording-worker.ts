/** The entry of the process that cuts recordings, a separate file of the build. */

import { serveTask } from '../tasks/serve-task.ts'
import { cutRecording } from './cut-recording.ts'

serveTask(cutRecording)
