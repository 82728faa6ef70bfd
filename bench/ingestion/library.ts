/**
 * A program of its own, `node library.ts PATH TYPE`: the text of a file and nothing else. PDF by the extracting library
 * as it comes; what no library is needed for, by the product's own extraction.
 */
import { readFile } from 'node:fs/promises';
import { extract } from '../../server/src/adapters/extraction/extract.ts';

const [, , path = '', type = ''] = process.argv;
const bytes = await readFile(path);
const text = type === 'pdf' ? await byLibrary(bytes) : (await extract(bytes, type)).text;
if (!text) throw new Error('no text was found');
const { user, system } = process.cpuUsage();
// Milliseconds of processor time, its start included.
process.stdout.write(String((user + system) / 1_000));

async function byLibrary(pdf: Buffer): Promise<string> {
  const { extractText, getDocumentProxy } = await import('unpdf');
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 });
  return (await extractText(document, { mergePages: true })).text;
}
