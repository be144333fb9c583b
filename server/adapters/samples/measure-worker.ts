/** The entry of the process that measures recordings, a separate file of the build. */

import { serveTask } from '../tasks/serve-task.ts'
import { measureRecording } from './measure-recording.ts'

serveTask(measureRecording)
