/** Grammars for syntax highlighting, each fetched when a block in that language is shown. */
import type { LanguageFn } from 'highlight.js';

type Load = () => Promise<{ default: LanguageFn }>;

export const LANGUAGES: Readonly<Record<string, Load>> = {
  bash: () => import('highlight.js/lib/languages/bash'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  diff: () => import('highlight.js/lib/languages/diff'),
  go: () => import('highlight.js/lib/languages/go'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  javascript: () => import('highlight.js/lib/languages/javascript'),
  json: () => import('highlight.js/lib/languages/json'),
  markdown: () => import('highlight.js/lib/languages/markdown'),
  php: () => import('highlight.js/lib/languages/php'),
  python: () => import('highlight.js/lib/languages/python'),
  r: () => import('highlight.js/lib/languages/r'),
  sql: () => import('highlight.js/lib/languages/sql'),
  typescript: () => import('highlight.js/lib/languages/typescript'),
  xml: () => import('highlight.js/lib/languages/xml'),
  yaml: () => import('highlight.js/lib/languages/yaml'),
};

/** Aliases of those names. */
const NAMES: Readonly<Record<string, string>> = {
  'c#': 'csharp',
  cs: 'csharp',
  golang: 'go',
  html: 'xml',
  js: 'javascript',
  jsonc: 'json',
  jsx: 'javascript',
  md: 'markdown',
  mysql: 'sql',
  patch: 'diff',
  pgsql: 'sql',
  postgres: 'sql',
  postgresql: 'sql',
  py: 'python',
  sh: 'bash',
  shell: 'bash',
  sqlite: 'sql',
  svg: 'xml',
  toml: 'ini',
  ts: 'typescript',
  tsx: 'typescript',
  yml: 'yaml',
  zsh: 'bash',
};

/** The name of the language in `LANGUAGES`, when it is one of them. */
export function languageByName(written: string): string | undefined {
  const name = written.toLowerCase();
  const known = Object.hasOwn(NAMES, name) ? NAMES[name] : name;
  return known !== undefined && Object.hasOwn(LANGUAGES, known) ? known : undefined;
}
