/**
 * Files of the built app that import each other, directly or not. Which of them runs first depends on which
 * the browser asks for first, and what the other one has made is undefined until then.
 */
import type { Chunk } from './page-sizes.ts';

type File = Pick<Chunk, 'file' | 'imports'>;

export function fileCircles(files: File[]): string[] {
  return files
    .filter(({ file, imports }) => reached(files, imports).has(file))
    .map(({ file }) => `${file} importa a si mesmo, por outros arquivos: veja web/chunks.ts.`);
}

function reached(files: File[], from: string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const next of files.find((each) => each.file === file)?.imports ?? []) visit(next);
  };
  for (const file of from) visit(file);
  return seen;
}
