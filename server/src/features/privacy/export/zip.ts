/** A ZIP file that is packed while it is read: what its reader has not asked for yet is not there yet. */

export type ZippedFile = {
  name: string;
  content: AsyncIterable<string | Uint8Array>;
  /** Is compressed already, as pictures are. */
  packed?: boolean;
};

export async function* zipped(files: AsyncIterable<ZippedFile>, mtime: Date): AsyncGenerator<Uint8Array> {
  const { strToU8, Zip, ZipDeflate, ZipPassThrough } = await import('fflate');
  let ready: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    if (error) failure = error;
    else ready.push(chunk);
  });
  const taken = () => {
    if (failure) throw failure;
    const chunks = ready;
    ready = [];
    return chunks;
  };
  for await (const { name, content, packed } of files) {
    const file = packed ? new ZipPassThrough(name) : new ZipDeflate(name, { level: 6 });
    file.mtime = mtime;
    zip.add(file);
    for await (const part of content) {
      file.push(typeof part === 'string' ? strToU8(part) : part);
      yield* taken();
    }
    file.push(new Uint8Array(), true);
    yield* taken();
  }
  zip.end();
  yield* taken();
}
