// The worker of hashFile in browsers.

import { hashPieces, piecesOfBlob, sendable } from './file-hash.js'

self.onmessage = ({ data: task }) => {
  hashPieces(task, task.file.size, piecesOfBlob(task.file), (report) => self.postMessage(sendable(report)))
}
// Signals that the worker was loaded.
self.postMessage({})
