/** Every call of the contract, read from the contract itself: a new one is tried without anybody thinking of it. */
import { readdir } from 'node:fs/promises';
import type { Endpoint } from '../../contract/src/endpoint.ts';

const folder = new URL('../../contract/src/', import.meta.url);

export async function contractCalls(): Promise<Endpoint[]> {
  const names = (await readdir(folder))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .sort();
  const modules = await Promise.all(
    names.map((name) => import(new URL(name, folder).href) as Promise<Record<string, unknown>>),
  );
  const tables = modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => (name.endsWith('Api') ? [value as object] : [])),
  );
  return tables.flatMap((table) => Object.values(table) as Endpoint[]);
}

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
