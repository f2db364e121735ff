// The worker of hashFile in browsers.

import { hashPieces, piecesOfBlob } from './file-hash.js'

self.onmessage = ({ data: task }) => {
  hashPieces(task, task.file.size, piecesOfBlob(task.file), (report) => self.postMessage(report))
}
