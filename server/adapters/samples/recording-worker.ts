/** The entry of the process that cuts recordings, a separate file of the build. */
import { cutRecording } from './cut-recording.ts'
import { serveTask } from './serve-task.ts'

serveTask(cutRecording)
