/** Passages at a time: writing a statement down keeps the process from everybody else for a moment. */
const BATCH = 100;

export function* inBatches<T>(all: Iterable<T>): Generator<T[]> {
  let batch: T[] = [];
  for (const one of all) {
    batch.push(one);
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length) yield batch;
}
