/** How much script and style a first visit downloads before a page can be used, in bytes after gzip. */

/** A script of the built app: the modules in it and what the browser fetches together with it. */
export type Chunk = { file: string; modules: string[]; imports: string[]; styles: string[] };

export type PageSize = { name: string; bytes: number; limit: number; files: string[]; line: string };

const KB = 1000;

/** Every page begins with these. */
const ALWAYS = ['web/src/main.tsx'];
/** Linked by index.html itself. */
const LINKED = ['theme.js'];

/** The modules that are fetched for a page, and how large it may become: what it is today and 3 % more. */
const PAGES = [
  { name: 'entrada', limit: 124 * KB, modules: ['web/src/features/auth/login-screen.tsx'] },
  {
    name: 'conversa',
    limit: 212 * KB,
    modules: [
      'web/src/app/guards.tsx',
      'web/src/app/shell/layout.tsx',
      'web/src/features/chat/chat-session.tsx',
    ],
  },
];

/** `sizeOf` tells the size of a file of the built app. */
export function pageSizes(chunks: Chunk[], sizeOf: (file: string) => number): PageSize[] {
  return PAGES.map(({ name, limit, modules }) => {
    const files = filesOf(chunks, [...ALWAYS, ...modules]);
    const bytes = [...LINKED, ...files].reduce((sum, file) => sum + sizeOf(file), 0);
    return { name, bytes, limit, files, line: `Página «${name}»: ${inKB(bytes)} de ${inKB(limit)} (gzip)` };
  });
}

export const tooLarge = (sizes: PageSize[]): string[] =>
  sizes
    .filter(({ bytes, limit }) => bytes > limit)
    .map(
      ({ name, bytes, limit }) =>
        `A página «${name}» ficou grande demais: ${inKB(bytes)}, e o limite é ${inKB(limit)}. Carregue só quando preciso o que ela não usa logo.`,
    );

/** With everything that is imported statically on the way. */
function filesOf(chunks: Chunk[], modules: string[]): string[] {
  const files = new Set<string>();
  const visit = ({ file, imports, styles }: Chunk) => {
    if (files.has(file)) return;
    files.add(file);
    for (const style of styles) files.add(style);
    for (const chunk of chunks) if (imports.includes(chunk.file)) visit(chunk);
  };
  for (const module of modules) {
    const chunk = chunks.find((each) => each.modules.some((id) => id.endsWith(`/${module}`)));
    if (!chunk)
      throw new Error(`${module} is in no built file: scripts/page-sizes.ts names modules of the app`);
    visit(chunk);
  }
  return [...files];
}

const inKB = (bytes: number) => `${(bytes / KB).toFixed(1).replace('.', ',')} KB`;
