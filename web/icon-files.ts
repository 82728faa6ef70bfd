/** Into which file of the built app an icon goes: the sign-in fetches its own, and the chat none of the administration. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const NAMED = /import\s*\{([^}]*)\}\s*from 'lucide-react'/g;
const EXPORTED = /export \{([^}]*)\} from '\.(\/icons\/[\w-]+\.mjs)'/g;

/** It stands below the app's folder, and is fetched with the first screen of the administration. */
const LATER = /admin-sidebar\.tsx$/;

/** Tests whether a module of lucide-react is an icon that the sources below these folders name, or common to all icons. */
export function iconsOf(...folders: string[]): (id: string) => boolean {
  const names = new Set(folders.flatMap((folder) => namesBelow(here(folder))));
  const index = readFileSync(here('../node_modules/lucide-react/dist/esm/lucide-react.mjs'), 'utf8');
  const files = [...index.matchAll(EXPORTED)].flatMap(([, exported = '', file = '']) =>
    exported.split(',').some((each) => names.has(each.replace('default as', '').trim())) ? [file] : [],
  );
  return (id) =>
    id.includes('/node_modules/lucide-react/') &&
    (!id.includes('/icons/') || files.some((file) => id.endsWith(file)));
}

function namesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.tsx') && !LATER.test(name))
    .flatMap((name) => [...readFileSync(join(folder, name), 'utf8').matchAll(NAMED)])
    .flatMap(([, list = '']) => list.split(',').map((each) => each.replace(/^\s*type\s/, '').trim()));
}
