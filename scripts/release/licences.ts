/** Writes docs/licences.md from the lockfile: `node scripts/release/licences.ts`. A test says when it is out of date. */
import { readFileSync, writeFileSync } from 'node:fs';

type Locked = { version: string; license?: string; dev?: boolean; link?: boolean };
export type Lockfile = { packages: Record<string, Locked> };
export type Licensed = { name: string; version: string; licence: string; of_product: boolean };

/** Read from the files of packages whose lockfile entry names no licence, or one without its kind. */
const READ: Record<string, string> = { duck: 'BSD-2-Clause', 'png-js': 'MIT' };

export const licensedPackages = ({ packages }: Lockfile): Licensed[] =>
  Object.entries(packages)
    .filter(([path, { link }]) => path && !link)
    .map(([path, { version, license, dev }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, licence: READ[name] ?? license ?? 'not named', of_product: !dev };
    });

const BEGINNING = `# Licences of dependencies

Prosa is under the MIT licence. This page lists what it is built with, by licence, as the lockfile has it. The server
and what it loads is the first part; the second has the tools, and the packages that the web pages are made of. Whole
lists for other programs, in the forms CycloneDX and SPDX, are made by npm itself:

\`\`\`
npm sbom --sbom-format=cyclonedx --package-lock-only > prosa-sbom.cdx.json
npm sbom --sbom-format=spdx --package-lock-only > prosa-sbom.spdx.json
\`\`\`
`;

export function licencesPage(lockfile: Lockfile): string {
  const packages = licensedPackages(lockfile);
  const part = (title: string, found: Licensed[]) =>
    `\n## ${title}\n\n${[...Map.groupBy(found, ({ licence }) => licence)]
      .sort(([one, many], [other, more]) => more.length - many.length || one.localeCompare(other))
      .map(([licence, those]) => `- **${licence}** (${those.length}): ${namesOf(those)}`)
      .join('\n')}\n`;
  return [
    BEGINNING,
    part(
      'The server',
      packages.filter(({ of_product }) => of_product),
    ),
    part(
      'Tools, and the web pages',
      packages.filter(({ of_product }) => !of_product),
    ),
  ].join('');
}

const namesOf = (packages: Licensed[]): string =>
  [...new Set(packages.map(({ name, version }) => `${name} ${version}`))].sort().join(', ');

if (import.meta.main) {
  const root = new URL('../../', import.meta.url);
  const lockfile = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')) as Lockfile;
  writeFileSync(new URL('docs/licences.md', root), licencesPage(lockfile));
}
