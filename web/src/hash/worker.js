/**
 * A worker that hashes one file at a time, piece by piece, so that memory does not depend on the file's size.
 *
 *   to the worker     { id, file, request }   { cancel: id }
 *   from the worker   { id, done: bytes }     { id, digest }     { id, cancelled: true }     { id, error: message }
 */

import { byName } from '../algorithms.js';
import { hasherOf } from './functions.js';

/** A piece in bytes. */
const PIECE = 1 << 20;
/** The time between two messages about progress, in milliseconds. */
const INTERVAL = 100;

let cancelled;

self.onmessage = ({ data }) => {
  if ('cancel' in data) {
    cancelled = data.cancel;
  } else {
    hash(data).catch((error) => self.postMessage({ id: data.id, error: reason(error) }));
  }
};

async function hash({ id, file, request }) {
  const hasher = hasherOf(request, byName(request.name).extendable);
  let reported = performance.now();
  let next = piece(file, 0);
  for (let at = 0; at < file.size; at += PIECE) {
    const bytes = await next;
    if (cancelled === id) return self.postMessage({ id, cancelled: true });
    // The next piece is read while this one is hashed.
    next = piece(file, at + PIECE);
    hasher.update(bytes);
    const now = performance.now();
    if (now - reported >= INTERVAL) {
      self.postMessage({ id, done: at + bytes.length });
      reported = now;
    }
  }
  return self.postMessage({ id, digest: hex(hasher.digest()) });
}

async function piece(file, at) {
  return at < file.size ? new Uint8Array(await file.slice(at, at + PIECE).arrayBuffer()) : undefined;
}

function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Returns what a user can do about an error. */
function reason(error) {
  if (error?.name === 'NotReadableError' || error?.name === 'NotFoundError') {
    return 'This file can’t be read: it was changed or moved after it was chosen, or access is refused. Add it again.';
  }
  return String(error?.message ?? error);
}
